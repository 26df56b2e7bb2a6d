/** The URL of the emoji list, which the build creates (`scripts/emoji-list.ts`). */
declare module 'virtual:emoji-list' {
  const address: string;
  export default address;
}
