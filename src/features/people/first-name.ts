/** The name to address friends by: `Ana` for `Ana Ribeiro`. A name without a space is returned whole. */
export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? name;
