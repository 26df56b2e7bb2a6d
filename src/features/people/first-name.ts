/** What friends are called by: `Ana` of `Ana Ribeiro`. A name without a space stands whole. */
export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? name;
