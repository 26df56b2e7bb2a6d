import { expect, test } from 'vitest';
import { createLocalBus, type Moved } from './bus.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what moves in one turn is one message, to everybody who listens', async () => {
  const bus = createLocalBus();
  const heard: Moved[] = [];
  const stop = bus.subscribe((moved) => heard.push(moved));
  bus.publish({ scopes: [1, 2], members: [] });
  bus.publish({ scopes: [2], members: ['ana'] });
  bus.publish({ scopes: [], members: [] });
  expect(heard).toEqual([]);
  await turn();
  expect(heard).toEqual([{ scopes: [1, 2], members: ['ana'] }]);

  bus.publish({ scopes: [3], members: [] });
  await turn();
  expect(heard[1]).toEqual({ scopes: [3], members: [] });

  stop();
  bus.publish({ scopes: [4], members: [] });
  await turn();
  expect(heard).toHaveLength(2);
});

test('a closed bus says nothing more', async () => {
  const bus = createLocalBus();
  const heard: Moved[] = [];
  bus.subscribe((moved) => heard.push(moved));
  bus.publish({ scopes: [1], members: [] });
  bus.close();
  await turn();
  expect(heard).toEqual([]);
});
