interface Sending {
  readonly text: string;
  readonly send: () => Promise<void>;
}

/**
 * Returns what a press on Send does: the texts of a field are sent one after the other, each once. If another text is still being stored,
 * the press counts as soon as that is done. A second press for the text that is being stored does nothing. The promise rejects if `send`
 * does; the next press sends again.
 */
export function sendInTurn(latest: () => Sending): () => Promise<void> {
  let storing: string | null = null;
  let next = false;
  return async () => {
    if (storing !== null) {
      if (storing !== latest().text) next = true;
      return;
    }
    try {
      do {
        next = false;
        const { text, send } = latest();
        storing = text;
        await send();
      } while (next);
    } finally {
      storing = null;
    }
  };
}
