import Linkify from 'linkify-react';

const options = {
  target: '_blank',
  rel: 'noopener noreferrer nofollow ugc',
  defaultProtocol: 'https',
  validate: { url: (value: string) => /^(https?:\/\/|www\.)/i.test(value) },
} as const;

/** A text with its web and mail addresses as links that open in a new tab. It is never interpreted as HTML. */
export default function Links({ text }: { readonly text: string }) {
  return <Linkify options={options}>{text}</Linkify>;
}
