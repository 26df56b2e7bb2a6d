/** The token of a session, which the devices of a member share. */
export interface Access {
  readonly token: string;
  /** Resolves once `token` is another one, because the server takes this one no more. */
  renew(): Promise<void>;
}

export async function openAccess(ask: () => Promise<string>): Promise<Access> {
  let token = await ask();
  return {
    get token() {
      return token;
    },
    async renew() {
      token = await ask();
    },
  };
}
