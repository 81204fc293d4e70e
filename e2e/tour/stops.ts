import { type Flow, one, phoneStop, small, smallDark, stop, two, whole } from './stop.ts'

const languages = ['id', 'ko', 'ms', 'zh-hans', 'zh-hant'] as const

/** Every screen that the tour stops at, in the order of the album. One line adds a screen. */
export const flows = {
  'First run': {
    welcome: stop('/welcome', 'An empty server greets whoever opens it first', two),
    'welcome-contact': stop('/welcome', 'The e-mail of the first administrator', small),
    'welcome-done': stop('/welcome', 'The administrator reads what to do next', one),
  },
  'Sign in': {
    'sign-in': stop('/signin', 'Sign-in: one field, a passkey, a third party', whole, languages),
    'sign-in-problem': stop('/signin', 'Sign-in when nothing was typed', small),
    'sign-in-country': stop('/signin', 'The country of a phone number is searched', smallDark),
    'sign-in-phone-number': stop('/signin', 'A phone number with its country', small),
    'sign-in-password': stop('/signin', 'The password of an account', two),
    'sign-in-wrong': stop('/signin', 'A wrong password, and what to do', small),
    'sign-in-code': stop('/signin', 'A code instead of the password', smallDark),
    'sign-in-captcha': stop(
      '/signin',
      'Characters to read where a device cannot prove itself',
      one,
    ),
    'sign-in-provider-refused': stop('/provider-callback', 'A third party said no', small),
    'second-step': stop('/signin', 'The second step by authenticator app', two, ['ms']),
    'second-step-mail': stop('/signin', 'The second step by e-mail', small),
    'second-step-recovery': stop('/signin', 'The second step by recovery code', small),
    'second-step-passkey': stop('/signin', 'The second step by passkey', small),
    'second-step-demanded': stop('/files', 'The server demands a second step first', one),
  },
  'Account states': {
    'state-pending': stop('/signin', 'An account that waits for an administrator', smallDark),
    'state-guesses': stop('/signin', 'Too many wrong passwords', small),
    'state-locked': stop('/signin', 'A locked account', small),
    'state-frozen': stop('/signin', 'A frozen account', small),
    'state-review': stop('/signin', 'An account under review', small),
    'state-reset': stop('/signin', 'A password that must be new', small),
    'state-deleting': stop('/signin', 'An account that is being deleted can be restored', two),
  },
  'Sign up, try, recover': {
    'sign-up': stop('/signup', 'Sign-up begins with an e-mail or a phone number', smallDark),
    'sign-up-problem': stop('/signup', 'Sign-up when nothing was typed', small),
    'sign-up-code': stop('/signup', 'The code that was sent', two),
    'sign-up-details': stop('/signup', 'Name, and a password with its strength', two),
    try: stop('/try', 'Trying it without an account', two),
    'try-closed': stop('/try', 'A server that asks everybody for an account', small),
    guest: stop('/files', 'The drive of a guest, and how to keep it', one),
    merge: stop('/try/merge', 'A guest brings files into an account', smallDark),
    recover: stop('/recover', 'A forgotten password', small),
    'recover-code': stop('/recover', 'The code of a forgotten password', small),
    'recover-password': stop('/recover', 'The new password', one),
  },
  'Several accounts': {
    accounts: stop('/accounts', 'The accounts of this browser', two),
    'sign-out': stop('/sign-out', 'Another app asks to sign out', small),
  },
  'Devices and apps of others': {
    link: stop('/link', 'A device that waits shows a square code', two),
    device: stop('/device', 'The code of another device is typed', one),
    'device-look': stop('/device', 'What is known of the device that asks', two),
    'device-approved': stop('/device', 'The device is connected', small),
    consent: stop('/authorize', 'An app asks: who, what, for how long', whole, ['zh-hans']),
    'consent-wrong': stop('/authorize', 'A request that is not right', small),
    'shell-sign-in': stop('/shell-signin', 'Inside a native app, while its window is open', small),
    'visit-done': stop('/visit-done', 'Where the window of a third party ends', small),
  },
  'Account centre': {
    account: phoneStop('/account', 'The rooms of the account on a phone'),
    'account-profile': stop('/account/profile', 'Profile, contacts, password', whole, ['id']),
    'account-edit': stop('/account/profile', 'A username is changed', small),
    'account-password': stop('/account/profile', 'A new password, weighed while typing', one),
    'account-confirm': stop('/account/profile', 'Who is there is asked before an act', two),
    'account-contact': stop('/account/profile', 'A contact that another account has', two),
    'account-security': stop('/account/security', 'Two-step, passkeys, linked accounts', two),
    'account-authenticator': stop('/account/security', 'An authenticator app is set up', one),
    'account-recovery-codes': stop('/account/security', 'Recovery codes, shown once', one),
    'account-devices': stop('/account/devices', 'Devices that are signed in', two),
    'account-apps': stop('/account/apps', 'Apps that have access', one),
    'account-apps-none': stop('/account/apps', 'No app has access', small),
    'account-activity': stop('/account/activity', 'What happened to the account', two, ['ko']),
    'account-appearance': stop('/account/appearance', 'Language and look', one),
    'account-data': stop('/account/data', 'A copy of all data', one),
    'account-delete': stop('/account/data/delete', 'What a deletion takes away', two),
    goodbye: stop('/goodbye', 'The account is deleted, and can be restored', small),
  },
  Administration: {
    admin: phoneStop('/admin', 'The rooms of administrators on a phone'),
    'admin-overview': stop('/admin/overview', 'How the server is', one),
    'admin-people': stop('/admin/people', 'Everybody, with search', whole, ['zh-hant']),
    'admin-person': stop('/admin/people/$sub', 'One person and what can be done', two),
    'admin-freeze': stop('/admin/people/$sub', 'The question before an account is frozen', small),
    'admin-apps-none': stop('/admin/apps', 'No apps are registered yet', small),
    'admin-new-app': stop('/admin/apps/new', 'An app of somebody else is registered', two),
    'admin-app-secret': stop('/admin/apps/new', 'The secret of an app, shown once', one),
    'admin-app': stop('/admin/apps/$appId', 'A registered app', one),
    'admin-apps': stop('/admin/apps', 'Registered apps', one),
    'admin-providers': stop('/admin/providers', 'Third parties that people sign in with', two),
    'admin-new-provider': stop('/admin/providers/new/$preset', 'A third party is set up', one),
    'admin-provider': stop('/admin/providers/$providerId', 'A third party that is in use', one),
    'admin-webhooks': stop('/admin/webhooks', 'No webhooks yet', small),
    'admin-new-webhook': stop('/admin/webhooks/new', 'A webhook is added', one),
    'admin-webhook': stop('/admin/webhooks/$webhookId', 'A webhook and its deliveries', one),
    'admin-events': stop('/admin/events', 'The audit log', two),
    'admin-storage': stop('/admin/storage', 'What everybody stores, and their limits', two),
    'admin-health': stop('/admin/health', 'Whether all is well, and what is being worked on', two),
    'admin-settings': stop('/admin/settings', 'What the server was started with', one),
  },
  Drive: {
    'drive-empty': stop('/files', 'My files, before the first one', two),
    drive: stop('/files', 'My files', whole, ['ko']),
    'drive-uploading': stop('/files', 'My files, with an upload under way', two),
    'drive-folder': stop('/files/$folderId', 'A folder that is not there any more', one),
    'drive-photos': stop('/photos', 'Photos by the day they were taken', whole, ['zh-hans']),
    'drive-recent': stop('/recent', 'Recent files', two),
    'drive-starred': stop('/starred', 'Favourites, before the first one', one),
    'drive-tag': stop('/tags/$tag', 'All that has a tag', smallDark),
    'drive-finding': stop('/files/$folderId', 'What is found while one types', one),
    'drive-search': stop('/search', 'All that a search finds', two),
    'drive-places': phoneStop('/files', 'The places of the drive on a phone'),
    'no-such-page': stop('/no/such/page', 'A page that does not exist', one),
  },
} satisfies Record<string, Flow>

export type StopName = {
  [Name in keyof typeof flows]: keyof (typeof flows)[Name]
}[keyof typeof flows]

/** What is known of a stop. */
export const stops = Object.assign({}, ...Object.values(flows)) as Record<
  StopName,
  ReturnType<typeof stop>
>
