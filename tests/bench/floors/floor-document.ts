/** A document that the floor receives, stores as a plain row and sends on. It has the fields and the size of a Kith document. */
export interface FloorDocument {
  readonly id: string;
  readonly collection: string;
  readonly parent_id: string | null;
  readonly author_id: string;
  readonly content: string;
  readonly scope: number;
  readonly created_at: string;
  readonly edited_at: string | null;
  readonly write_id: string;
}

export const floorColumns = [
  'id',
  'collection',
  'parent_id',
  'author_id',
  'content',
  'scope',
  'created_at',
  'edited_at',
  'write_id',
] as const;

export const floorTable = `create table documents (
  id uuid primary key, collection text not null, parent_id uuid, author_id uuid not null, content text not null, scope int not null,
  created_at timestamptz not null, edited_at timestamptz, write_id uuid not null)`;

export type FloorMode = 'row' | 'tick';

/** how many rows one answer to `all` has */
export const PAGE = 1000;
