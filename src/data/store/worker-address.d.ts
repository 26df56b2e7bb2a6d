/** The address of a worker that is built with the page and shares its files (`vite.config.ts`). */
declare module '*?worker&url&shared' {
  const address: string;
  export default address;
}
