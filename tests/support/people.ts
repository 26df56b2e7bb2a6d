/** What people do before a test begins: they sign up, read their mail, sign in and become friends. */
import type { Page } from 'playwright-core';
import { type LinkKind, readMailLink } from '../../schemas/account/mail-link.ts';
import { apiClient } from './api-client.ts';
import { addressOf, PASSWORD } from './circle.ts';
import { linkIn, tokenIn } from './member.ts';
import type { TestServer } from './server.ts';

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export const person = (name: string): Person => ({
  name,
  email: addressOf(name),
  password: PASSWORD,
});

/** Where mails arrive: a server in its own process, or one in the process of the test. */
type Mailbox = Pick<TestServer, 'mailTo'>;

async function linkOf(server: Mailbox, to: string, kind: LinkKind): Promise<URL> {
  const mail = await server.mailTo(to, ({ links }) => links.some((link) => tokenIn(link, kind) !== undefined));
  return new URL(linkIn(mail, kind));
}

/** The link in the mail of a sign-up. */
export const verificationLink = (server: Mailbox, email: string): Promise<URL> => linkOf(server, email, 'verify');

/** The link in the mail to a new address. */
export const addressLink = (server: Mailbox, email: string): Promise<URL> => linkOf(server, email, 'address');

/** Signs up on the page. The mail has been sent when it resolves. */
export async function signUp(page: Page, who: Person): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Join Your Tribe' }).first().click();
  await fillSignUp(page, who);
}

/** Fills in and sends the form of the page that signs up. The mail has been sent when it resolves. */
export async function fillSignUp(page: Page, who: Person): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(who.name);
  await page.getByLabel('Email', { exact: true }).fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).last().click();
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
}

/** Leaves the step that offers a photo, and goes to the feed. */
export async function skipArrival(page: Page): Promise<void> {
  await page.waitForURL('**/posts');
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Signs up on the page, confirms the address by the link of the mail, and ends signed in on the feed. */
export async function signUpAndVerify(page: Page, server: Mailbox, who: Person): Promise<void> {
  await signUp(page, who);
  await confirmAddress(page, server, who);
}

/** Confirms the address by the link of the mail, and goes on from the first steps. */
export async function confirmAddress(page: Page, server: Mailbox, { email }: Pick<Person, 'email'>): Promise<void> {
  const link = await verificationLink(server, email);
  await page.goto(`${link.pathname}${link.hash}`);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await skipArrival(page);
}

/** Signs up by the API, for people whose screens do not matter. */
export async function register(server: TestServer, who: Person): Promise<{ readonly id: string }> {
  const client = apiClient(server.url);
  const signedUp = await client.post('/api/auth/sign-up', { email: who.email, password: who.password, name: who.name });
  if (signedUp.status >= 300) throw new Error(`sign-up of ${who.name}: ${JSON.stringify(signedUp.body)}`);
  const link = await linkOf(server, who.email, 'verify');
  const verified = await client.post('/api/auth/verify', { token: readMailLink(link)?.token });
  if (verified.status !== 200) throw new Error(`verification of ${who.name}: ${JSON.stringify(verified.body)}`);
  return { id: verified.body.data.user.id };
}

/** Fills in and sends the sign-in form, which must be open. */
export async function sendSignIn(page: Page, who: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
}

/** Signs in on the page and ends on the feed. */
export async function signIn(page: Page, who: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto('/auth');
  await sendSignIn(page, who);
  await page.waitForURL('**/posts');
}

/** An API client with its own session for a person who has signed up. */
export async function clientOf(server: TestServer, who: Person): Promise<ReturnType<typeof apiClient>> {
  const client = apiClient(server.url);
  const { status, body } = await client.post('/api/auth/sign-in', { email: who.email, password: who.password });
  if (status !== 200) throw new Error(`sign-in of ${who.name}: ${JSON.stringify(body)}`);
  client.use(body.data.access_token);
  return client;
}
