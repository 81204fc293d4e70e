/** What the settings of the server mean: word for word as its own table says it. */
export const texts = {
  'setting.PORT': 'The port to listen on; 0 takes a free one.',
  'setting.AWAN_HOST':
    'The address to listen on. 127.0.0.1 is this machine alone (and a proxy on it); 0.0.0.0 or :: lets in the whole network, phones included.',
  'setting.AWAN_ENV':
    'development or production. Production demands an https address and a mail server; development shows codes in the terminal and, to this machine alone, at /dev/outbox.',
  'setting.AWAN_PUBLIC_URL':
    'The address that people open, as their browser shows it. Production needs https. Passkeys belong to its host name: under another one they no longer work.',
  'setting.AWAN_DATA_DIR':
    'The folder for the database, the files and the generated keys. Back it up as a whole.',
  'setting.AWAN_DATABASE_URL':
    'A PostgreSQL database: postgres://USER:PASSWORD@HOST:5432/DATABASE.',
  'setting.AWAN_BLOBS_URL':
    'S3 storage for the contents of files: s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX?region=us-east-1. More options: tls=false, path_style=true or false, checksums=when-required or when-supported. Without HOST it is Amazon S3.',
  'setting.AWAN_SMTP_URL':
    'The mail server: smtp://USER:PASSWORD@HOST:587 or smtps://USER:PASSWORD@HOST:465. Production needs it.',
  'setting.AWAN_MAIL_FROM':
    'The sender of our mails, e.g. Awan <cloud@example.org>. Needed with AWAN_SMTP_URL.',
  'setting.AWAN_SMS_URL':
    'The SMS gateway: https://:SECRET@HOST/PATH (signed as Standard Webhooks), twilio://SID:TOKEN@api.twilio.com?from=+15550100, aliyun://KEY:SECRET@dysmsapi.aliyuncs.com?sign=NAME&template=SMS_1 (its variable is code) or tencent://ID:KEY@sms.tencentcloudapi.com with ?app=1400000000&sign=NAME&template=1&params=code,minutes.',
  'setting.AWAN_MAIL_CODES_PER_HOUR':
    'How many codes leave by mail in an hour, in all. From half of it on, whoever wants one must do some work for it.',
  'setting.AWAN_SMS_CODES_PER_HOUR':
    'The same for text messages, which cost money: the most that a stranger can make you pay.',
  'setting.AWAN_LOG_LEVEL': 'How much is logged: off, error, warn, info, debug, trace or all.',
  'setting.AWAN_METRICS_TOKEN':
    'Lets whoever sends it as a bearer token read /metrics from elsewhere.',
  'setting.AWAN_TRUSTED_PROXIES':
    'Proxies whose X-Forwarded-For is believed: addresses or networks with commas between them, or loopback, linklocal, uniquelocal.',
  'setting.AWAN_ALLOWED_ORIGINS':
    'Where else web apps that call this server may run: origins such as https://app.example.org, each written out, with commas between them. The web app at AWAN_PUBLIC_URL needs none.',
  'setting.AWAN_DEFAULT_QUOTA':
    'How much a new drive may hold, e.g. 100GB or 1TiB; none is no limit.',
  'setting.AWAN_TRASH_DAYS':
    'How many days things stay in the trash of a drive before they are deleted for good.',
  'setting.AWAN_WRITES_PER_MINUTE':
    'How many calls that change their drive one person may make in a minute, at each process. Whoever makes more is told when to go on.',
  'setting.AWAN_SEARCHES_PER_MINUTE':
    'The same for searches, of which typing makes several a second.',
  'setting.AWAN_LINKS_PER_MINUTE': 'The same for links to contents; previews ask for one each.',
  'setting.AWAN_ZIPS_PER_MINUTE': 'The same for zips of folders and selections.',
  'setting.AWAN_INSTANT_UPLOAD':
    "own or all. What a drive has already is not sent to it again; with all, neither is what somebody else's drive has, once the sender has proven to have it too. Whoever has a file can then find out whether somebody else here has it.",
  'setting.AWAN_UPLOAD_TTL': 'How long an unfinished upload can be taken up again.',
  'setting.AWAN_ACCESS_TOKEN_TTL':
    'How long an access token is good; clients renew it by themselves.',
  'setting.AWAN_REFRESH_TOKEN_TTL': 'How long a device stays signed in without being used.',
  'setting.AWAN_SIGNING_KEY_DAYS':
    'After how many days a new key signs the tokens. It is published long before, and the old one is kept until its tokens have expired; a change takes effect with the next key.',
  'setting.AWAN_DELETION_DAYS':
    'How many days an account waits between the wish of its owner to delete it and the end of everything in it. Till then it can be restored.',
  'setting.AWAN_PHONE_SIGN_IN':
    'password or code. With code, whoever signs in with a phone number on a device that is new to them needs an SMS code; a password alone is refused.',
  'setting.AWAN_SIGN_UP':
    'open, approval or closed. With approval, whoever signs up waits until an administrator lets them in; closed takes nobody. The first account can always be made.',
  'setting.AWAN_REQUIRE_TWO_FACTOR':
    'nobody, administrators or everybody: who needs a second step. Who has none yet can sign in and set it up, and do nothing else before.',
  'setting.AWAN_ANONYMOUS':
    'on lets people start without an account, one per device, and sign up later. Whoever reaches the server can then store files on it.',
  'setting.AWAN_WEBHOOK_PRIVATE':
    'on lets webhooks lead into private networks and to this machine, which an administrator could use to reach what only insiders reach.',
  'setting.AWAN_BREACHED_PASSWORDS_URL':
    'A service that knows breached passwords by range, such as https://api.pwnedpasswords.com/range. Only the first five characters of a SHA-1 are sent to it.',
  'setting.provider.client_id':
    'Lets people sign in with {provider}: the client id that it gave for this Awan.',
  'setting.provider.client_secret': 'The client secret that {provider} gave.',
  'setting.provider.client_secret.apple':
    'The private key (.p8) that Apple gave, whole, with \\n for its line breaks.',
  'setting.provider.issuer': 'Where {provider} runs, when it is one of your own.',
  'setting.provider.issuer.oidc':
    'Where the provider runs; its /.well-known/openid-configuration is read from there.',
  'setting.provider.name': 'What people read on its button.',
  'setting.provider.app_client_ids':
    'Client ids of native apps at {provider}, with commas between them: an ID token that one of them got is taken too.',
  'setting.provider.team_id': 'The team id of your Apple account.',
  'setting.provider.key_id': 'The id of the private key at Apple.',
  'setting.unset.AWAN_DATABASE_URL': 'SQLite in the data folder',
  'setting.unset.AWAN_BLOBS_URL': 'the data folder',
  'setting.unset.AWAN_SMTP_URL': 'mail is shown in the terminal',
  'setting.unset.AWAN_SMS_URL': 'messages are shown in the terminal, except in production',
  'setting.unset.AWAN_METRICS_TOKEN': 'this machine alone',
  'setting.unset.AWAN_BREACHED_PASSWORDS_URL': 'only the list that comes with Awan',
} as const
