// What a press on a reaction opens. It comes after the screens, and before a press where there is time.
export const loadChoices = () => import('./reaction-choices.tsx');
export const loadDetails = () => import('./reaction-details.tsx');
