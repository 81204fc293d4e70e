/** A part of the tree and the parts that it may import; its own files are always allowed. */
export interface Arrow {
  from: string
  /** Matches the path of a file from the root of the checkout. */
  files: RegExp
  mayImport: readonly string[]
  /** Parts of which only the types may be imported. */
  mayImportTypesOf?: readonly string[]
  why: string
}

const SERVER_BASE = ['protocol', 'server/kernel']
const CONFIG_TYPES = ['server/config']
const WEB_BASE = ['client', 'protocol', 'web/ui', 'web/session', 'web/i18n']

/** Who may import whom. The first part that matches a file is its part. */
export const arrows: readonly Arrow[] = [
  {
    from: 'protocol',
    files: /^packages\/protocol\//,
    mayImport: [],
    why: 'it is what client and server agree on, so that it can depend on neither',
  },
  {
    from: 'client',
    files: /^packages\/client\//,
    mayImport: ['protocol'],
    why: 'it runs in browsers, shells and Node alike and knows our wire, not our server or screens',
  },
  {
    from: 'server/tests',
    files: /^apps\/server\/tests\//,
    mayImport: [
      ...SERVER_BASE,
      'client',
      'server/config',
      'server/db',
      'server/blobs',
      'server/notify',
      'server/http',
      'server/account',
      'server/drive',
      'server/command',
      'server/joints',
    ],
    why: 'journeys drive the whole server with our own client',
  },
  {
    from: 'server/kernel',
    files: /^apps\/server\/src\/kernel\//,
    mayImport: [],
    why: 'everything stands on it, so that it stands on nothing',
  },
  {
    from: 'server/config',
    files: /^apps\/server\/src\/config\//,
    mayImport: SERVER_BASE,
    why: 'it decides what the server runs with and knows none of the parts that it decides for',
  },
  {
    from: 'server/db',
    files: /^apps\/server\/src\/db\//,
    mayImport: SERVER_BASE,
    mayImportTypesOf: CONFIG_TYPES,
    why: 'a database knows rows, not the rules about them, and nothing of HTTP',
  },
  {
    from: 'server/blobs',
    files: /^apps\/server\/src\/blobs\//,
    mayImport: SERVER_BASE,
    mayImportTypesOf: CONFIG_TYPES,
    why: 'a blob store knows bytes by id, not whose they are',
  },
  {
    from: 'server/notify',
    files: /^apps\/server\/src\/notify\//,
    mayImport: SERVER_BASE,
    mayImportTypesOf: CONFIG_TYPES,
    why: 'it carries messages and does not know why they are sent',
  },
  {
    from: 'server/http',
    files: /^apps\/server\/src\/http\//,
    mayImport: SERVER_BASE,
    mayImportTypesOf: CONFIG_TYPES,
    why: 'it serves the routes that it is given; account and drive hand theirs over in context.ts',
  },
  {
    from: 'server/account',
    files: /^apps\/server\/src\/account\//,
    mayImport: [...SERVER_BASE, 'server/db', 'server/notify', 'server/http'],
    mayImportTypesOf: CONFIG_TYPES,
    why: 'an account works without a drive: it reaches one only by event, joined in context.ts',
  },
  {
    from: 'server/drive',
    files: /^apps\/server\/src\/drive\//,
    mayImport: [
      ...SERVER_BASE,
      'server/db',
      'server/blobs',
      'server/notify',
      'server/http',
      'server/account',
    ],
    mayImportTypesOf: CONFIG_TYPES,
    why: 'a drive belongs to an account, and no other part stands above it but context.ts',
  },
  {
    from: 'server/joints',
    files: /^apps\/server\/src\/(main|context)(\.test)?\.ts$/,
    mayImport: [
      ...SERVER_BASE,
      'server/config',
      'server/db',
      'server/blobs',
      'server/notify',
      'server/http',
      'server/account',
      'server/drive',
    ],
    why: 'main.ts and context.ts alone build the parts and join them',
  },
  {
    from: 'server/command',
    files: /^apps\/server\/src\/command\//,
    mayImport: [
      ...SERVER_BASE,
      'server/config',
      'server/db',
      'server/blobs',
      'server/account',
      'server/drive',
      'server/joints',
    ],
    why: 'the awan command is another way in beside HTTP: it uses the joined server and adds no rules',
  },
  {
    from: 'web/ui',
    files: /^apps\/web\/src\/ui\//,
    mayImport: ['web/i18n'],
    why: 'ui knows no domain: its parts serve every screen',
  },
  {
    from: 'web/i18n',
    files: /^apps\/web\/src\/i18n\//,
    mayImport: ['protocol'],
    why: 'texts are chosen by language and key, and know no screen',
  },
  {
    from: 'web/session',
    files: /^apps\/web\/src\/session\//,
    mayImport: ['client', 'protocol', 'web/ui', 'web/i18n'],
    why: 'account and drive both use it, so that it uses neither',
  },
  {
    from: 'web/account',
    files: /^apps\/web\/src\/account\//,
    mayImport: WEB_BASE,
    why: 'account and drive never import each other: routes.tsx joins them',
  },
  {
    from: 'web/drive',
    files: /^apps\/web\/src\/drive\//,
    mayImport: WEB_BASE,
    why: 'account and drive never import each other: routes.tsx joins them',
  },
  {
    from: 'web/visit',
    files: /^apps\/web\/src\/visit\//,
    mayImport: [...WEB_BASE, 'web/drive'],
    why: 'the page of a link is a page of its own, for people without an account; it shows files as the drive does',
  },
  {
    from: 'web/joints',
    files: /^apps\/web\/src\/(routes\/)?[^/]+$/,
    mayImport: [...WEB_BASE, 'web/account', 'web/drive'],
    why: 'the files at the top of the web app and its routes join its screens',
  },
  {
    from: 'e2e',
    files: /^e2e\//,
    mayImport: ['client', 'protocol'],
    why: 'stories use the built product as people do, from the outside',
  },
  {
    from: 'bench',
    files: /^bench\//,
    mayImport: ['client', 'protocol'],
    why: 'measurements start the server as people do, and talk to it over HTTP',
  },
]
