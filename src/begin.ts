// What begins before React and the code of the page have run, so that the disk answers while they do.
import { readAhead } from './shell/start/read-ahead.ts';
import { lookForObstacle } from './shell/start/start-obstacle.ts';

if (!lookForObstacle()) readAhead();
