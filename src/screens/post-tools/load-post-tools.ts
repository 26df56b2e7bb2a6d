import { laterCode } from '../../shell/page-piece.tsx';

export const postTools = laterCode(() => import('./post-tools.ts').then(({ tools }) => tools));
