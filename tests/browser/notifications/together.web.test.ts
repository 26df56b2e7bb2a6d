/** What is grouped in the list, on a phone. */
import { PHONE } from '../../support/browser.ts';
import { reactionsAreOneRow } from './together-stage.ts';

reactionsAreOneRow(PHONE);
