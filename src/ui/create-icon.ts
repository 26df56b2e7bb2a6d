import { createElement, forwardRef, type SVGProps } from 'react';

/** An icon as the files of the package hold it: the elements of its drawing. */
export interface IconData {
  readonly name: string;
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size?: number | string;
}

/** Whether it means something to a screen reader. */
const isDescribed = (props: object): boolean =>
  Object.keys(props).some((name) => name.startsWith('aria-') || name === 'role' || name === 'title');

/**
 * The component of an icon, with the markup of lucide-react's own. Only the classes of its other names are missing. It takes the properties
 * of an `svg`, and `size` in pixels. The build puts it in the place of the package's, which is four times as large.
 */
export default function createIcon({ name, node }: IconData) {
  return forwardRef<SVGSVGElement, IconProps>(({ size = 24, className, children, ...rest }, ref) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...(children === undefined && !isDescribed(rest) ? { 'aria-hidden': 'true' } : {}),
        ...rest,
        className: ['lucide', `lucide-${name}`, className].filter(Boolean).join(' '),
        ref,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
      children,
    ),
  );
}
