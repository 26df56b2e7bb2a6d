import { expect, test } from 'vitest';
import { createTopic } from './topic.ts';

test('during an announcement a listener that is removed is no longer called, and one that is added is called', () => {
  const topic = createTopic<[word: string]>();
  const heard: string[] = [];
  const note = (name: string) => (word: string) => void heard.push(`${name} ${word}`);
  let leave = () => {};
  const end = topic.subscribe(() => {
    end();
    leave();
    topic.subscribe(note('late'));
  });
  leave = topic.subscribe(note('gone'));
  topic.subscribe(note('here'));
  topic.announce('one');
  expect(heard).toEqual(['here one', 'late one']);
  topic.announce('two');
  expect(heard.slice(2)).toEqual(['here two', 'late two']);
  topic.close();
  topic.announce('three');
  expect(heard).toHaveLength(4);
});
