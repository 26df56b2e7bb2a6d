/** The container files in `deploy/`, read but not run: they are complete, and agree with each other and with the server. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../sync-server/base/config.ts';
import { stopMs } from './stop-ms.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const composeSchema = z.strictObject({
  name: z.literal('kith'),
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string().optional(),
      profiles: z.array(z.string()).optional(),
      build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      ports: z.array(z.string()).optional(),
      volumes: z.array(z.string()).optional(),
      depends_on: z
        .record(z.string(), z.looseObject({ condition: z.literal('service_healthy'), required: z.boolean().optional() }))
        .optional(),
      healthcheck: z.looseObject({ test: z.array(z.string()) }),
      stop_grace_period: z
        .string()
        .regex(/^\d+s$/)
        .optional(),
    }),
  ),
  networks: z.strictObject({
    default: z.strictObject({ ipam: z.strictObject({ config: z.tuple([z.strictObject({ subnet: z.string() })]) }) }),
  }),
  volumes: z.record(z.string(), z.null()),
});

const compose = composeSchema.parse(parse(read('deploy/compose.yaml')));
const { kith, caddy, postgres, nats } = compose.services;
const environment = kith?.environment ?? {};

/** The variables of `env.example`, with a value for each that must have one. */
const example: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...read('deploy/env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value])),
  POSTGRES_PASSWORD: '0123456789abcdef',
};
/** A value as Compose fills it in: from `.env`, or empty. */
const filled = (text: string) => text.replace(/\$\{([A-Z_]+)(?::[?-])?\}/g, (_, name: string) => example[name] ?? `no ${name}`);

test('every service has a health check, and those that it depends on exist', () => {
  expect(Object.keys(compose.services)).toEqual(['kith', 'postgres', 'caddy', 'nats']);
  for (const [name, { image, build, depends_on: needed = {}, healthcheck }] of Object.entries(compose.services)) {
    expect(
      [image, build].filter((source) => source !== undefined),
      name,
    ).toHaveLength(1);
    expect(healthcheck.test[0], name).toBe('CMD');
    for (const [other, { required = true }] of Object.entries(needed)) {
      expect(compose.services[other], other).toBeDefined();
      // Otherwise nothing starts without the profile.
      expect(required, other).toBe(compose.services[other]?.profiles === undefined);
    }
  }
  expect(nats?.profiles).toEqual(['nats']);
});

test('every mount is a volume of the file, or a file beside it', () => {
  for (const mount of Object.values(compose.services).flatMap(({ volumes = [] }) => volumes)) {
    const [source = ''] = mount.split(':');
    if (source.startsWith('.')) expect(existsSync(join(root, 'deploy', source)), source).toBe(true);
    else expect(Object.keys(compose.volumes)).toContain(source);
  }
});

test('Caddy is the only way in, and Kith trusts the network that it is on', () => {
  const open = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
  expect(open.map(([name]) => name)).toEqual(['caddy']);
  expect(environment.TRUST_PROXY).toBe(compose.networks.default.ipam.config[0].subnet);
  expect(caddy?.environment?.KITH_UPSTREAM).toBe(`kith:${environment.PORT}`);
  const asked = read('deploy/Caddyfile').matchAll(/\{\$(\w+):/g);
  expect([...asked].map(([, name]) => name)).toEqual(Object.keys(caddy?.environment ?? {}));
});

test('the settings are ones that the server accepts, and no secret is in the file', () => {
  const given = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)]));
  const config = readConfig(given);
  expect(config).toMatchObject({ host: '0.0.0.0', port: 3000, publicUrl: 'https://kith.example', natsUrl: null, smtpUrl: null });
  const { hostname, username, pathname } = new URL(config.databaseUrl ?? '');
  expect([hostname, username, pathname]).toEqual([
    'postgres',
    postgres?.environment?.POSTGRES_USER,
    `/${postgres?.environment?.POSTGRES_DB}`,
  ]);
  const known = read('docs/configuration.md');
  for (const name of Object.keys(environment)) expect(known, name).toContain(`| \`${name}\``);
  for (const [name, value] of Object.entries({ ...environment, ...postgres?.environment }))
    if (/PASSWORD|KEY|_URL$/.test(name)) expect(value, name).toContain('${');
});

test('what Compose asks for is in env.example, and the other way round; git does not see the filled-in copy', () => {
  const asked = new Set([...read('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name));
  expect([...asked].sort()).toEqual(Object.keys(example).sort());
  expect(read('.gitignore').split('\n')).toContain('/deploy/.env');
});

test('a container may take as long to stop as the server does', () => {
  expect(Number.parseInt(kith?.stop_grace_period ?? '', 10) * 1000).toBeGreaterThan(stopMs());
});

test('the image and the unit bound the arenas of the allocator, without which photos take hundreds of megabytes', () => {
  expect(read('deploy/Containerfile')).toMatch(/^ENV MALLOC_ARENA_MAX=2$/m);
  expect(read('deploy/kith.service')).toMatch(/^Environment=MALLOC_ARENA_MAX=2$/m);
});

test('the image contains what it needs, and does not run as root', () => {
  const { build } = kith ?? {};
  expect(build).toEqual({ context: '..', dockerfile: 'deploy/Containerfile' });
  const text = read('deploy/Containerfile').replace(/\\\n\s*/g, '');
  const steps = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const step of steps) expect(step).toMatch(/^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|CMD) \S/);

  const second = steps.findLastIndex((step) => step.startsWith('FROM '));
  const copied = steps.slice(0, second).filter((step) => step.startsWith('COPY '));
  const sources = copied.flatMap((step) => step.split(' ').slice(1, -1));
  for (const source of sources) expect(existsSync(join(root, source)), source).toBe(true);
  const needed = [...read('scripts/build.ts').matchAll(/^ {4}'([^'/]+)(?:\/[^']*)?',$/gm)].map(([, name = '']) => name);
  expect(needed.length).toBeGreaterThan(4);
  for (const name of [...needed, 'schemas', 'sync-server', 'vite.config.ts', 'package-lock.json']) expect(sources).toContain(name);

  const run = steps.slice(second);
  expect(run).toContain('USER node');
  expect(run.indexOf('USER node')).toBeGreaterThan(run.findIndex((step) => step.startsWith('RUN ')));
  expect(run).toContain('VOLUME /data');
  const command = run.find((step) => step.startsWith('HEALTHCHECK '))?.split(' CMD ')[1] ?? '';
  expect(JSON.parse(command)).toEqual(['node', '-e', expect.stringContaining('/api/health')]);
  expect(run.at(-1)).toBe('CMD ["node", "dist/server/main.js"]');
});
