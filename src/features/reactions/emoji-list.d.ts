/** The address of the list of all emoji, which the build makes (`scripts/emoji-list.ts`). */
declare module 'virtual:emoji-list' {
  const address: string;
  export default address;
}
