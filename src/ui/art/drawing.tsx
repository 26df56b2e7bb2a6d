// Line drawings of the empty states, inline so that they take text, surface and accent from the theme.
import type { ReactNode } from 'react';
import { cupLines } from './cup-lines.tsx';
import styles from './drawing.module.css';
import { LineDrawing } from './line-drawing.tsx';

const drawings = {
  table: (
    <>
      <ellipse className={styles.fill} stroke="none" cx="122" cy="92" rx="84" ry="52"/>
      <path d="M66 84h108"/>
      <path d="M120 84v46M98 136c4-5 12-6 22-6s18 1 22 6"/>
      <path d="M44 62c-4 16-4 34-2 46h22c2 0 3 1 3 3l2 25M44 108l-4 28"/>
      <path d="M196 62c4 16 4 34 2 46h-22c-2 0-3 1-3 3l-2 25M196 108l4 28"/>
      <path className={styles.paper} d="M102 66h20v8c0 6-4 10-10 10s-10-4-10-10z"/>
      <path d="M122 69h3a4 4 0 0 1 0 9h-4"/>
      <path className={styles.hot} d="M108 58c-3-4 3-6 0-11M116 58c-3-4 3-6 0-11"/>
      <path className={styles.paper} d="M138 84c0-7 4-11 9-11s9 4 9 11z"/>
      <path d="M147 73v-2"/>
    </>
  ),
  pot: (
    <>
      <ellipse className={styles.fill} stroke="none" cx="118" cy="104" rx="86" ry="40"/>
      <path className={styles.paper} d="M84 84c0-16 14-26 32-26s32 10 32 26c0 22-10 40-14 42H98c-4-2-14-20-14-42z"/>
      <path d="M148 78c10-1 22-10 30-14-2 18-12 38-34 38"/>
      <path d="M84 80c-16-6-26 2-24 14s14 18 30 16"/>
      <path d="M100 58c2-6 8-8 16-8s14 2 16 8M116 50v-6"/>
      <circle cx="116" cy="41" r="3"/>
      <path className={styles.hot} d="M180 52c-4-5 4-8 0-14M190 48c-3-4 3-6 0-11"/>
      <path d="M46 132h148"/>
      <path className={styles.paper} d="M176 112h22v10c0 6-5 10-11 10s-11-4-11-10z"/>
      <path d="M198 115h3a4 4 0 0 1 0 9h-3"/>
    </>
  ),
  letter: (
    <>
      <path className={styles.fill} stroke="none" d="M40 96c0-34 26-58 74-58 50 0 88 18 88 52s-34 50-82 50c-46 0-80-12-80-44z"/>
      <path className={styles.paper} d="M70 42h78a6 6 0 0 1 6 6v78a6 6 0 0 1-6 6H70a6 6 0 0 1-6-6V48a6 6 0 0 1 6-6z"/>
      <path d="M80 64h46M80 80h54M80 96h26"/>
      <path className={styles.paper} d="M184 52l10 9-52 60-14 6 4-15z"/>
      <path d="M176 61l10 9M132 112l10 9"/>
      <path className={styles.hot} d="M80 116c6-6 10 4 16-1s8 2 12 0"/>
    </>
  ),
  lantern: (
    <>
      <ellipse className={styles.fill} stroke="none" cx="120" cy="86" rx="70" ry="58"/>
      <path d="M98 54c0-16 10-28 22-28s22 12 22 28"/>
      <path className={styles.paper} d="M94 54h52l6 12H88z"/>
      <path className={styles.paper} d="M92 66h56v52H92z"/>
      <path className={styles.paper} d="M86 118h68l4 14H82z"/>
      <path className={styles.hot} d="M120 78c8 8 10 14 10 20a10 10 0 0 1-20 0c0-6 4-8 5-12 2 2 3 3 3 5 2-3 3-8 2-13z"/>
      <path d="M106 66v52M134 66v52" opacity=".28"/>
      <path d="M58 58l-10-5M54 88H42M182 58l10-5M186 88h12"/>
    </>
  ),
  cup: cupLines,
  cat: (
    <>
      <path className={styles.fill} stroke="none" d="M36 100c0-30 36-50 84-50s86 20 86 48-36 44-86 44-84-12-84-42z"/>
      <path className={styles.paper} d="M62 126c-8-34 18-58 56-58 36 0 62 22 60 46-1 12-12 18-26 18H86c-12 0-21-1-24-6z"/>
      <path className={styles.paper} d="M66 92l-4-24 18 10c6-2 14-2 20 0l18-10-3 26c3 18-8 29-25 29S62 110 66 92z"/>
      <path d="M76 99c2 3 6 3 8 0M97 99c2 3 6 3 8 0M88 107l3 2 3-2"/>
      <path d="M178 114c8-2 16 4 14 12s-14 8-30 7H96"/>
      <path className={styles.hot} d="M176 60h12l-12 14h12M198 40h9l-9 11h9"/>
    </>
  ),
  mail: (
    <>
      <ellipse className={styles.fill} stroke="none" cx="120" cy="92" rx="82" ry="50"/>
      <path className={styles.paper} d="M66 52h108a6 6 0 0 1 6 6v66a6 6 0 0 1-6 6H66a6 6 0 0 1-6-6V58a6 6 0 0 1 6-6z"/>
      <path d="M62 56l52 40c4 3 8 3 12 0l52-40M64 126l34-32M176 126l-34-32"/>
      <path className={styles.hot} d="M24 74h22M14 92h28M28 110h16"/>
    </>
  ),
  frame: (
    <>
      <ellipse className={styles.fill} stroke="none" cx="122" cy="94" rx="84" ry="52"/>
      <circle cx="118" cy="24" r="3"/>
      <path d="M92 59l26-32 21 26"/>
      <path className={styles.paper} d="M76 62a4 4 0 0 1 3-4l78-10a4 4 0 0 1 5 4l9 64a4 4 0 0 1-4 5l-78 10a4 4 0 0 1-4-4z"/>
      <path d="M91 71l58-8 6 44-58 8z"/>
      <path className={styles.hot} d="M113 82c0-5 4-8 9-8s8 4 7 8c-1 5-7 5-6 11M124 102v.5"/>
    </>
  ),
  hourglass: (
    <>
      <ellipse className={styles.fill} stroke="none" cx="120" cy="90" rx="80" ry="52"/>
      <path className={styles.paper} d="M98 36h44v12c0 16-15 22-15 33s15 17 15 33v12H98v-12c0-16 15-22 15-33S98 64 98 48z"/>
      <path className={styles.paper} d="M90 28h60v9H90zM90 125h60v9H90z"/>
      <path className={styles.hot} d="M104 119c3-7 8-10 16-10s13 3 16 10"/>
      <path d="M62 134h116"/>
    </>
  ),
} satisfies Record<string, ReactNode>;

export type DrawingName = keyof typeof drawings;

/** One line drawing, 180 by 120. Decoration only: the words beside it say what it means. */
export const Drawing = ({ name }: { readonly name: DrawingName }) => <LineDrawing>{drawings[name]}</LineDrawing>;
