/** What the settings of the server mean: word for word as its own table says it. */
export const texts = {
  'setting.PORT': 'The port to listen on; 0 takes a free one.',
  'setting.AWAN_HOST':
    'The address to listen on. 127.0.0.1 allows only this machine (and a proxy on it); 0.0.0.0 or :: allows the whole network, phones included.',
  'setting.AWAN_ENV':
    'development or production. Production requires an https address and a mail server; development shows codes in the terminal and, only on this machine, at /dev/outbox.',
  'setting.AWAN_PUBLIC_URL':
    'The address that people open, as their browser shows it. Production needs https. Passkeys belong to its host name: under another one they no longer work.',
  'setting.AWAN_DATA_DIR':
    'The folder for the database, the files and the generated keys. Back it up as a whole.',
  'setting.AWAN_DATABASE_URL':
    'A PostgreSQL database: postgres://USER:PASSWORD@HOST:5432/DATABASE.',
  'setting.AWAN_DATABASE_CONNECTIONS':
    'How many connections to PostgreSQL each server process opens at most for its work, and two more for itself. Half of them are for changes and a quarter for long reads. Those of all processes together must stay below max_connections of PostgreSQL.',
  'setting.AWAN_BLOBS_URL':
    'S3 storage for the contents of files: s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX?region=us-east-1. More options: tls=false, path_style=true or false, checksums=when-required or when-supported. Without HOST it is Amazon S3.',
  'setting.AWAN_SMTP_URL':
    'The mail server: smtp://USER:PASSWORD@HOST:587 or smtps://USER:PASSWORD@HOST:465. Production needs it.',
  'setting.AWAN_MAIL_FROM':
    'The sender of our mails, e.g. Awan <cloud@example.org>. Needed with AWAN_SMTP_URL.',
  'setting.AWAN_SMS_URL':
    'The SMS gateway: https://:SECRET@HOST/PATH (signed as Standard Webhooks), twilio://SID:TOKEN@api.twilio.com?from=+15550100, aliyun://KEY:SECRET@dysmsapi.aliyuncs.com?sign=NAME&template=SMS_1 (its variable is code) or tencent://ID:KEY@sms.tencentcloudapi.com with ?app=1400000000&sign=NAME&template=1&params=code,minutes.',
  'setting.AWAN_MAIL_CODES_PER_HOUR':
    'How many codes are sent by mail in an hour, in total. From half of it on, a captcha is required. People who are signed in or on a known device have as many of their own, and so have those who have given the first proof of two.',
  'setting.AWAN_SMS_CODES_PER_HOUR':
    'The same for text messages, which cost money: this limits what strangers can make you pay.',
  'setting.AWAN_LOG_LEVEL': 'How much is logged: off, error, warn, info, debug, trace or all.',
  'setting.AWAN_METRICS_TOKEN': 'The bearer token for reading /metrics from other machines.',
  'setting.AWAN_TRUSTED_PROXIES':
    'Proxies whose X-Forwarded-For is trusted: addresses or networks separated by commas, or loopback, linklocal, uniquelocal.',
  'setting.AWAN_ALLOWED_ORIGINS':
    'Other origins from which web apps may call this server, such as https://app.example.org, separated by commas and without wildcards. The web app at AWAN_PUBLIC_URL needs none.',
  'setting.AWAN_DEFAULT_QUOTA':
    'How much a new drive may hold, e.g. 100GB or 1TiB; none is no limit.',
  'setting.AWAN_MAX_FILES':
    'How many files and folders one drive may have, its trash included. Counted now and then, so it holds roughly.',
  'setting.AWAN_TRASH_DAYS':
    'How many days files stay in the trash of a drive before they are deleted for good.',
  'setting.AWAN_FETCH':
    'on, private or off: whether the server downloads files from addresses that people name into their drives. With private, addresses in private networks and on this machine are allowed too; everybody with an account could use them to read internal services.',
  'setting.AWAN_FETCH_MAX_SIZE':
    'How large a file can be that is downloaded from an address, e.g. 10GB; none is no limit but the quota of the drive.',
  'setting.AWAN_FETCHES_PER_HOUR':
    'How many files one person can have downloaded from addresses in an hour, per server process.',
  'setting.AWAN_WRITES_PER_MINUTE':
    'How many calls that change a drive one person may make in a minute, per server process. Further calls are refused, with the time to wait.',
  'setting.AWAN_SEARCHES_PER_MINUTE': 'The same for searches; typing makes several a second.',
  'setting.AWAN_LINKS_PER_MINUTE': 'The same for links to contents; previews ask for one each.',
  'setting.AWAN_ZIPS_PER_MINUTE': 'The same for zips of folders and selections.',
  'setting.AWAN_INSTANT_UPLOAD':
    "own or all. With own, a content that the drive already has is not uploaded again. With all, neither is a content of another person's drive, once the uploader has proven to have it; uploaders can then find out whether somebody else here has a file.",
  'setting.AWAN_UPLOAD_TTL': 'How long an unfinished upload can be resumed.',
  'setting.AWAN_ACCESS_TOKEN_TTL':
    'How long an access token is valid; clients renew it automatically.',
  'setting.AWAN_REFRESH_TOKEN_TTL': 'How long a device stays signed in without being used.',
  'setting.AWAN_SIGNING_KEY_DAYS':
    'After how many days a new key signs the tokens. It is published long before, and the old one is kept until its tokens have expired; a change takes effect with the next key.',
  'setting.AWAN_DELETION_DAYS':
    'How many days pass between the request to delete an account and its final deletion. Until then it can be restored.',
  'setting.AWAN_PHONE_SIGN_IN':
    'password or code. With code, a sign-in with a phone number on a new device needs an SMS code; a password alone is refused.',
  'setting.AWAN_SIGN_UP':
    'open, approval or closed. With approval, a new account waits until an administrator approves it; closed allows no sign-ups. The first account can always be created.',
  'setting.AWAN_FIRST_ADMIN':
    'The e-mail address or phone number that may create the first account, which becomes the administrator, from another machine without the set-up code. A code sent to it proves it. It has no effect once there is an account.',
  'setting.AWAN_REQUIRE_TWO_FACTOR':
    'nobody, administrators or everybody: who needs a second step. A person without one can sign in, but must set it up before anything else.',
  'setting.AWAN_ANONYMOUS':
    'on lets people start without an account, one per device, and sign up later. Anyone who can reach the server can then store files on it.',
  'setting.AWAN_TEAM_DRIVES':
    'admins or everybody: who can create team drives, which belong to no person and have members, a quota and a trash of their own.',
  'setting.AWAN_TEAM_DRIVES_EACH':
    'How many team drives each person can have created, if everybody can create them. Deleted ones do not count, and administrators have no limit.',
  'setting.AWAN_PEOPLE_DIRECTORY':
    'on lets everybody with an account find all people and groups by a part of the name when they share. off finds only those with whom they already share, and others by their whole user name or contact.',
  'setting.AWAN_OUTGOING_PRIVATE':
    'on allows webhooks and identity providers that an administrator adds in private networks and on this machine; they could be used to reach internal services. What these settings name is always allowed.',
  'setting.AWAN_BREACHED_PASSWORDS_URL':
    'A range service for breached passwords, such as https://api.pwnedpasswords.com/range. Only the first five characters of a SHA-1 hash are sent to it.',
  'setting.provider.client_id':
    'Lets people sign in with {provider}: the client id that it issued for this server.',
  'setting.provider.client_secret': 'The client secret from {provider}.',
  'setting.provider.client_secret.apple':
    'The complete private key (.p8) from Apple, with \\n for its line breaks.',
  'setting.provider.issuer': 'The address of {provider}, if you run your own.',
  'setting.provider.issuer.oidc':
    'The address of the provider; its /.well-known/openid-configuration is read from there.',
  'setting.provider.name': 'The text on its button.',
  'setting.provider.app_client_ids':
    'Client ids of native apps at {provider}, separated by commas: an ID token issued to one of them is accepted too.',
  'setting.provider.team_id': 'The team id of your Apple account.',
  'setting.provider.key_id': 'The id of the private key at Apple.',
  'setting.unset.AWAN_DATABASE_URL': 'SQLite in the data folder',
  'setting.unset.AWAN_BLOBS_URL': 'the data folder',
  'setting.unset.AWAN_FIRST_ADMIN': 'the set-up code in the terminal',
  'setting.unset.AWAN_SMTP_URL': 'mail is shown in the terminal',
  'setting.unset.AWAN_SMS_URL': 'messages are shown in the terminal, except in production',
  'setting.unset.AWAN_METRICS_TOKEN': 'this machine alone',
  'setting.unset.AWAN_BREACHED_PASSWORDS_URL': 'only the list that comes with Awan',
} as const
