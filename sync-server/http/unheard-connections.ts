/**
 * Connections on which nothing was asked yet, such as browsers open in advance. Node counts them among the busy ones, so a server that
 * is to end would wait for them.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface Connections {
  /** Closes those on which nothing has come. */
  closeUnheard(): void;
}

/** Follows the connections of this server from now on. */
export function followConnections(server: Server): Connections {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return {
    closeUnheard() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}
