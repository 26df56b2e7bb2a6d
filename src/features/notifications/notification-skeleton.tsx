import { notificationsText } from '../../text/notifications.ts';
import { List } from '../../ui/list.tsx';
import { Bone, RowSkeleton } from '../../ui/states/skeleton.tsx';
import row from './notification-row.module.css';
import styles from './notification-skeleton.module.css';

/** Three rows at their final height, shown only if loading takes noticeably long. */
export function NotificationSkeleton() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {notificationsText.loading}
      </span>
      <div className={`stack gap-4 late ${styles.wait}`} aria-hidden="true">
        <Bone width="4rem" />
        <List>
          {[64, 48, 72].map((width) => (
            <li key={width} className={row.row}>
              <div className={row.front}>
                <div className={styles.whole}>
                  <RowSkeleton picture="3rem" lines={[`${width}%`, '88%', '3.5rem']} />
                </div>
              </div>
            </li>
          ))}
        </List>
      </div>
    </div>
  );
}
