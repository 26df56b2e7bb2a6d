import { expect, test } from 'vitest';
import { sendInTurn } from './send-in-turn.ts';

/** A field whose texts are stored when the test says so. */
function field() {
  const sent: string[] = [];
  const waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  let text = '';
  const press = sendInTurn(() => ({
    text,
    send: () => {
      sent.push(text);
      return new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
    },
  }));
  const type = (typed: string) => {
    text = typed;
  };
  return { sent, waiting, press, type };
}

test('a second press sends the text that follows, once the first is stored, and no text twice', async () => {
  const { sent, waiting, press, type } = field();
  type('one');
  const pressed = press();
  await press();
  type('two');
  await press();
  expect(sent).toEqual(['one']);
  waiting[0]?.resolve();
  await expect.poll(() => sent).toEqual(['one', 'two']);
  waiting[1]?.resolve();
  await pressed;
});

test('a text that could not be sent does not keep the next press from sending', async () => {
  const { sent, waiting, press, type } = field();
  type('one');
  const pressed = press();
  waiting[0]?.reject(new Error('the store is closed'));
  await expect(pressed).rejects.toThrow('the store is closed');
  const again = press();
  expect(sent).toEqual(['one', 'one']);
  waiting[1]?.resolve();
  await again;
});
