// What other apps shared with Kith on this device.
import { useLocation } from 'react-router-dom';
import { notKeptFrom } from '../../schemas/share-target/share-target.ts';
import { Shared } from '../features/share-target/shared.tsx';

export default function ShareScreen() {
  return <Shared notKept={notKeptFrom(useLocation().search)} />;
}
