import type { CSSProperties } from 'react';

/** The style of one seat of a round table, for what `seat-at.module.css` styles. */
export const seatAt = (index: number, seats: number) => ({ '--n': index, '--seats': seats }) as CSSProperties;
