import type { CSSProperties } from 'react';

/** Which seat of a round table one is, for what is styled by `around.module.css`. */
export const seatAt = (index: number, seats: number) => ({ '--n': index, '--seats': seats }) as CSSProperties;
