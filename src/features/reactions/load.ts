// The views that a press on a reaction opens. They load after the screens, and before a press if there is time.
import { loader } from '../../ui/behaviour/use-loaded.ts';

export const loadChoices = loader(() => import('./reaction-choices.tsx'));
export const loadDetails = loader(() => import('./reaction-details.tsx'));
