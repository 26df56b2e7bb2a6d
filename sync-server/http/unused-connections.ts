/**
 * Connections on which no request has arrived yet, such as those that browsers open in advance. Node counts them as busy, so a server
 * that shuts down would wait for them.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface Connections {
  /** Closes the connections on which nothing has arrived. */
  closeUnused(): void;
}

/** Tracks the connections of this server from now on. */
export function followConnections(server: Server): Connections {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return {
    closeUnused() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}
