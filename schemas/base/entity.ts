/**
 * An entity is defined once: its fields, in groups by who sets them. Everything else follows from the groups: the row, what a creation and a
 * change carry, what a form fills, "is it the same?", and the lists of fields that SQL and the export need. Rules, SQL and reading rights are
 * ordinary code.
 */
import * as z from 'zod/mini';

/** Fields by their names. */
type Fields = Readonly<Record<string, z.core.$ZodType>>;
type Values<F extends Fields> = z.output<z.ZodMiniObject<F>>;
/** A change of a text. A field that is undefined stays. */
export type SomeOf<Text> = { readonly [Name in keyof Text]?: Text[Name] | undefined };
/** A change that lacks a later field leaves it as it is. */
type Changed<T extends Fields> = {
  [Name in keyof T]: T[Name] extends z.ZodMiniDefault<infer Inner extends z.core.$ZodType> ? z.ZodMiniOptional<Inner> : T[Name];
};

/**
 * A field that rows from before it lack. They read as `value`: on a device, in a body from an older client, in an older backup. Not for the
 * first fields of an entity, and never in an index of the local store.
 */
export const later = <Field extends z.core.$ZodType>(field: Field, value: z.output<Field>): z.ZodMiniDefault<Field> =>
  z._default(field, value as z.core.util.NoUndefined<z.output<Field>>);

/** For a list that counts as a set: sorted, without doubles. */
export const asSet = z.overwrite<string[]>((list) => [...new Set(list)].sort());

const changedField = (field: z.core.$ZodType): z.core.$ZodType =>
  field instanceof z.ZodMiniDefault ? z.optional(field._zod.def.innerType) : field;

const namesOf = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

const sameValue = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * Defines an entity. The schemas that it returns keep the fields' own checks; the functions never throw for a text that does not fit.
 */
export function entity<
  const K extends Fields,
  const T extends Fields,
  const F extends Fields,
  const S extends Fields = Record<never, never>,
>({
  key,
  text,
  emptied = {},
  facts,
  shown = {} as S,
  images = [],
  author,
  example,
}: {
  /** set once, by who creates the row */
  readonly key: K;
  /** its author writes them, and may change them */
  readonly text: T;
  /** how fields of the text are in a row whose text was deleted */
  readonly emptied?: { readonly [Name in keyof T]?: T[Name] };
  /** the server sets them */
  readonly facts: F;
  /** joined from other rows when the row is read */
  readonly shown?: S;
  /** the fields that name images, by one address or a list: who may read the row may read its images */
  readonly images?: readonly (keyof (K & T & F) & string)[];
  /** the field with the member whose row it is; needed where rows name images */
  readonly author?: keyof K & string;
  /** a row for the pages of the API */
  readonly example: NoInfer<Values<K & T & F & S>>;
}) {
  const textSchema = z.object(text);
  const names = namesOf(text);
  type Text = Values<T>;

  /** One field as it is stored; where it does not fit yet, as it is typed. */
  const stored = (name: string, value: unknown): unknown => {
    const parsed = z.safeParse(text[name] as T[keyof T], value);
    if (parsed.success) return parsed.data;
    return typeof value === 'string' ? value.trim() : value;
  };

  const changed = Object.fromEntries(names.map((name) => [name, changedField(text[name] as T[keyof T])])) as Changed<T>;

  return {
    /** on the wire and in the local store */
    row: z.object({ ...key, ...shown, ...text, ...emptied, ...facts } as K & S & T & F),
    /** what a creation carries */
    creation: z.object({ ...key, ...text } as K & T),
    /** what a form fills */
    text: textSchema,
    /** what a change of the text carries: all of it, later fields only if the client knows them */
    textChange: z.object(changed),
    /** the same in a push, where the document is the row */
    change: z.object({ ...key, ...changed } as K & Changed<T>),
    example,
    images: images as readonly string[],
    author: author as string | undefined,
    fields: { key: namesOf(key), text: names, facts: namesOf(facts), shown: namesOf(shown) },

    /** The text of a row. */
    textOf: (row: Text): Text => Object.fromEntries(names.map((name) => [name, row[name as keyof Text]])) as Text,
    /** The text after a change: fields that the change leaves out stay. */
    textAfter: (before: Text, change: SomeOf<Text>): Text =>
      Object.fromEntries(
        names.map((name) => {
          const changed = change[name as keyof Text];
          return [name, changed === undefined ? before[name as keyof Text] : changed];
        }),
      ) as Text,
    /** Whether two texts, as they are typed or stored, are stored as the same. */
    sameText: (a: Text, b: Text): boolean =>
      names.every((name) => sameValue(stored(name, a[name as keyof Text]), stored(name, b[name as keyof Text]))),
    /** The text in a document that may not fit, such as a refused one. A field that does not fit becomes that of `otherwise`. */
    readText: (document: Readonly<Record<string, unknown>>, otherwise: Text): Text =>
      Object.fromEntries(
        names.map((name) => {
          const parsed = z.safeParse(text[name] as T[keyof T], document[name]);
          return [name, parsed.success ? parsed.data : otherwise[name as keyof Text]];
        }),
      ) as Text,
  };
}
