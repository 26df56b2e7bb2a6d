import { Images } from 'lucide-react';
import { Item, List } from '../../ui/list.tsx';

/** A row that leads to all photos of a person or of a group. */
export const PhotosLink = ({ title, to }: { readonly title: string; readonly to: string }) => (
  <List>
    <Item plain lead={<Images />} title={title} to={to} />
  </List>
);
