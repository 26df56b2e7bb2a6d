/** What the script with the sync loop (`loop.ts`) leaves for the service worker, as `kithLoop`. */
export interface Loop {
  readonly sendPending: () => Promise<void>;
  /** Answers a push with this text, or without any. Rejects only if the browser shows no notice. */
  readonly receivePush: (text: string | undefined) => Promise<void>;
  /** Opens what a notice with this data is about, or does what the button says that was pressed. */
  readonly pressNotice: (data: unknown, action: string) => Promise<void>;
}
