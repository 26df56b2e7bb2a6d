// The people of the landing picture. They keep their light background in both themes.
import type { ReactNode } from 'react';

const portraits = {
  ana: (
    <>
      <path fill="#f4e1b6" d="M0 0h80v80H0z"/>
      <g fill="#4a2a1a">
      <circle cx="40" cy="22" r="13"/>
      <circle cx="28" cy="27" r="9"/>
      <circle cx="52" cy="27" r="9"/>
      <circle cx="24" cy="38" r="9"/>
      <circle cx="56" cy="38" r="9"/>
      <circle cx="26" cy="49" r="8"/>
      <circle cx="54" cy="49" r="8"/>
      </g>
      <path d="M8 84c0-17 13-25 32-25s32 8 32 25z" fill="#b4552f"/>
      <path d="M33.5 44h13v14c0 4.5-3 7-6.5 7s-6.5-2.5-6.5-7z" fill="#c68a63"/>
      <g fill="#dca37c">
      <ellipse cx="40" cy="35" rx="12.5" ry="14.5"/>
      </g>
      <g fill="#4a2a1a">
      <circle cx="32" cy="23" r="6"/>
      <circle cx="40" cy="21" r="6.5"/>
      <circle cx="48" cy="23" r="6"/>
      </g>
      <g fill="#3a1f12">
      <circle cx="35" cy="35" r="1.5"/>
      <circle cx="45" cy="35" r="1.5"/>
      <path d="M36 41.6q4 3.1 8 0" fill="none" stroke="#3a1f12" strokeWidth="1.6" strokeLinecap="round"/>
      </g>
    </>
  ),
  priya: (
    <>
      <path fill="#cbe5e6" d="M0 0h80v80H0z"/>
      <path d="M40 15c-13 0-19 9-19 21 0 10-1 20-4 27h46c-3-7-4-17-4-27 0-12-6-21-19-21z" fill="#221a1c"/>
      <path d="M8 84c0-17 13-25 32-25s32 8 32 25z" fill="#d9a13b"/>
      <path d="M33.5 44h13v14c0 4.5-3 7-6.5 7s-6.5-2.5-6.5-7z" fill="#9c6340"/>
      <g fill="#b77a52">
      <ellipse cx="40" cy="35" rx="12.5" ry="14.5"/>
      </g>
      <path d="M40 17.5c-9 0-14 6.5-14 17.5 6-1.5 12-6 14-11.5 2 5.5 8 10 14 11.5 0-11-5-17.5-14-17.5z" fill="#221a1c"/>
      <g transform="translate(0 1)" fill="#2a1710">
      <circle cx="35" cy="35" r="1.5"/>
      <circle cx="45" cy="35" r="1.5"/>
      <path d="M36 41.6q4 3.1 8 0" fill="none" stroke="#2a1710" strokeWidth="1.6" strokeLinecap="round"/>
      </g>
      <circle cx="40" cy="29" r="1.1" fill="#a8452b"/>
    </>
  ),
  idris: (
    <>
      <path fill="#dfe8c6" d="M0 0h80v80H0z"/>
      <path d="M8 84c0-17 13-25 32-25s32 8 32 25z" fill="#3f5a72"/>
      <path d="M33.5 44h13v14c0 4.5-3 7-6.5 7s-6.5-2.5-6.5-7z" fill="#683d27"/>
      <g fill="#7d4d33">
      <ellipse cx="40" cy="35" rx="12.5" ry="14.5"/>
      </g>
      <path d="M27 33c-1-11 4-17.5 13-17.5s14 6.5 13 17.5c-1.5-3-3-5-4-7.5-6 1.5-12 1.5-18 0-1 2.5-2.5 4.5-4 7.5z" fill="#20150f"/>
      <path d="M27.5 36c.5 9 5 15.5 12.5 15.5s12-6.5 12.5-15.5c-2 4-4.5 4.5-7 3.5-3.5-1.4-7.5-1.4-11 0-2.5 1-5 .5-7-3.5z" fill="#20150f"/>
      <path d="M36.5 43.6q3.5 2 7 0" fill="none" stroke="#c98a68" strokeWidth="1.8" strokeLinecap="round"/>
      <g fill="#20110a">
      <circle cx="35" cy="34" r="1.5"/>
      <circle cx="45" cy="34" r="1.5"/>
      </g>
    </>
  ),
  ruth: (
    <>
      <path fill="#e6daf0" d="M0 0h80v80H0z"/>
      <path d="M40 14.5c-12 0-17.5 8-17.5 18 0 7 .5 11 2.5 15h30c2-4 2.5-8 2.5-15 0-10-5.5-18-17.5-18z" fill="#b9b2ac"/>
      <path d="M8 84c0-17 13-25 32-25s32 8 32 25z" fill="#6d4a86"/>
      <path d="M33.5 44h13v14c0 4.5-3 7-6.5 7s-6.5-2.5-6.5-7z" fill="#764930"/>
      <g fill="#8d5b3e">
      <ellipse cx="40" cy="35" rx="12.5" ry="14.5"/>
      </g>
      <path d="M27 34c0-3 .5-6 2-8.5 7 0 13-2 16-5 3 2.5 6.5 6.5 8 13.5 2-11-3-18-13-18s-15 7-13 18z" fill="#c9c3bd"/>
      <g fill="#2c170e">
      <circle cx="35" cy="35" r="1.5"/>
      <circle cx="45" cy="35" r="1.5"/>
      <path d="M36 41.6q4 3.1 8 0" fill="none" stroke="#2c170e" strokeWidth="1.6" strokeLinecap="round"/>
      </g>
      <g fill="none" stroke="#2c2320" strokeWidth="1.5">
      <circle cx="35" cy="35" r="4.4"/>
      <circle cx="45" cy="35" r="4.4"/>
      <path d="M30.5 34l-3-1M49.5 34l3-1"/>
      </g>
    </>
  ),
  leila: (
    <>
      <path fill="#d3e3f3" d="M0 0h80v80H0z"/>
      <path d="M40 12.5c-14 0-20 10-19.5 23 .3 8-2 14-4.5 20 8 6 40 6 48 0-2.5-6-4.8-12-4.5-20 .5-13-5.5-23-19.5-23z" fill="#2f6f86"/>
      <path d="M8 84c0-15 9-23 20-25.5 7 5 17 5 24 0C63 61 72 69 72 84z" fill="#e9ddcd"/>
      <path d="M28 50c1 8 5 14 12 14s11-6 12-14z" fill="#286074"/>
      <ellipse cx="40" cy="36" rx="11.5" ry="14" fill="#e2b18c"/>
      <path d="M28.3 36c-.6-10 4.7-15 11.7-15s12.3 5 11.7 15c1.5-12-2.5-19-11.7-19s-13.2 7-11.7 19z" fill="#2f6f86"/>
      <g transform="translate(0 2)" fill="#3a2418">
      <circle cx="35" cy="35" r="1.5"/>
      <circle cx="45" cy="35" r="1.5"/>
      <path d="M36 41.6q4 3.1 8 0" fill="none" stroke="#3a2418" strokeWidth="1.6" strokeLinecap="round"/>
      </g>
    </>
  ),
  hanna: (
    <>
      <path fill="#f6d9cd" d="M0 0h80v80H0z"/>
      <circle cx="40" cy="13" r="7.5" fill="#a5602f"/>
      <path d="M8 84c0-17 13-25 32-25s32 8 32 25z" fill="#2f4f45"/>
      <path d="M33.5 44h13v14c0 4.5-3 7-6.5 7s-6.5-2.5-6.5-7z" fill="#dcab88"/>
      <g fill="#f0c6a6">
      <ellipse cx="40" cy="35" rx="12.5" ry="14.5"/>
      </g>
      <path d="M26.5 37c-2-13 3.5-20.5 13.5-20.5S55.5 24 53.5 37c-1-4.5-3-8-5.5-10.5-4 2.5-10 3.5-16 2.5-2.5 1.5-4.5 4.5-5.5 8z" fill="#a5602f"/>
      <g transform="translate(0 1)" fill="#4a2a1a">
      <circle cx="35" cy="35" r="1.5"/>
      <circle cx="45" cy="35" r="1.5"/>
      <path d="M36 41.6q4 3.1 8 0" fill="none" stroke="#4a2a1a" strokeWidth="1.6" strokeLinecap="round"/>
      </g>
    </>
  ),
} satisfies Record<string, ReactNode>;

export type PortraitName = keyof typeof portraits;

export function Portrait({ name }: { readonly name: PortraitName }) {
  return (
    <svg viewBox="0 0 80 80" aria-hidden="true">
      {portraits[name]}
    </svg>
  );
}
