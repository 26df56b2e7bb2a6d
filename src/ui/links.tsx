import Linkify from 'linkify-react';

/** Letters that are written from right to left, and digits that go with them. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * The parts of an address, each isolated, so that they keep their order from left to right. Otherwise letters from right to left in a path
 * would move parts around, up to in front of the host, and the address would look like another one.
 */
const inOrder = (address: string) =>
  address.split(/([^\p{L}\p{M}\p{N}]+)/u).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address never change their places
    <bdi key={index}>{part}</bdi>
  ));

interface FoundAddress {
  readonly tagName: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly content: string;
}

const options = {
  target: '_blank',
  rel: 'noopener noreferrer nofollow ugc',
  defaultProtocol: 'https',
  validate: { url: (value: string) => /^(https?:\/\/|www\.)/i.test(value) },
  render: ({ attributes: { key, ...attributes }, content }: FoundAddress) => (
    <a key={String(key)} dir="ltr" className="link" {...attributes}>
      {RIGHT_TO_LEFT.test(content) ? inOrder(content) : content}
    </a>
  ),
} as const;

/** A text with its web and mail addresses as links that open in a new tab. It is never interpreted as HTML. */
export default function Links({ text }: { readonly text: string }) {
  return <Linkify options={options as never}>{text}</Linkify>;
}
