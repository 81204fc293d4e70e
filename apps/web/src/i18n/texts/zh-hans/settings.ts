import type { texts as english } from '../en/settings.ts'

export const texts: Record<keyof typeof english, string> = {
  'setting.PORT': '监听的端口；0 表示使用一个空闲端口。',
  'setting.AWAN_HOST':
    '监听的地址。127.0.0.1 仅限本机（以及本机上的代理）；0.0.0.0 或 :: 对整个网络开放，包括手机。',
  'setting.AWAN_ENV':
    'development 或 production。production 要求 https 地址和邮件服务器；development 在终端显示验证码，并且仅对本机在 /dev/outbox 显示。',
  'setting.AWAN_PUBLIC_URL':
    '人们打开的地址，与浏览器中显示的一致。production 需要 https。通行密钥属于该主机名：换了主机名就不再可用。',
  'setting.AWAN_DATA_DIR': '存放数据库、文件和生成的密钥的文件夹。请整体备份。',
  'setting.AWAN_DATABASE_URL': 'PostgreSQL 数据库：postgres://USER:PASSWORD@HOST:5432/DATABASE。',
  'setting.AWAN_DATABASE_CONNECTIONS':
    '每个服务器进程最多为其工作打开多少个 PostgreSQL 连接，另有两个自用。其中一半用于更改，四分之一用于耗时的读取。所有进程的总和必须低于 PostgreSQL 的 max_connections。',
  'setting.AWAN_BLOBS_URL':
    '存放文件内容的 S3 存储：s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX?region=us-east-1。其他选项：tls=false、path_style=true 或 false、checksums=when-required 或 when-supported。不写 HOST 即为 Amazon S3。',
  'setting.AWAN_SMTP_URL':
    '邮件服务器：smtp://USER:PASSWORD@HOST:587 或 smtps://USER:PASSWORD@HOST:465。production 必须设置。',
  'setting.AWAN_MAIL_FROM':
    '我们邮件的发件人，例如 Awan <cloud@example.org>。与 AWAN_SMTP_URL 一起设置。',
  'setting.AWAN_SMS_URL':
    '短信网关：https://:SECRET@HOST/PATH（按 Standard Webhooks 签名）、twilio://SID:TOKEN@api.twilio.com?from=+15550100、aliyun://KEY:SECRET@dysmsapi.aliyuncs.com?sign=NAME&template=SMS_1（变量名为 code），或 tencent://ID:KEY@sms.tencentcloudapi.com 加上 ?app=1400000000&sign=NAME&template=1&params=code,minutes。',
  'setting.AWAN_MAIL_CODES_PER_HOUR':
    '一小时内通过邮件发出的验证码总数。从一半起需要完成人机验证。已登录或使用已知设备的人，以及已通过两步中第一步的人，另有同样的数量。',
  'setting.AWAN_SMS_CODES_PER_HOUR': '对短信同样如此，短信要花钱：这限制了陌生人能让您付出的费用。',
  'setting.AWAN_LOG_LEVEL': '记录多少日志：off、error、warn、info、debug、trace 或 all。',
  'setting.AWAN_METRICS_TOKEN': '从其他机器读取 /metrics 所用的 bearer 令牌。',
  'setting.AWAN_TRUSTED_PROXIES':
    '信任其 X-Forwarded-For 的代理：以逗号分隔的地址或网络，或 loopback、linklocal、uniquelocal。',
  'setting.AWAN_ALLOWED_ORIGINS':
    '网页应用可以从哪些其他来源调用本服务器，如 https://app.example.org，以逗号分隔，不能使用通配符。AWAN_PUBLIC_URL 上的网页应用不需要。',
  'setting.AWAN_DEFAULT_QUOTA': '新的云盘可以存放多少，例如 100GB 或 1TiB；none 表示不限。',
  'setting.AWAN_MAX_FILES':
    '一个云盘可以有多少文件和文件夹，包括回收站。不时统计一次，因此是大约的上限。',
  'setting.AWAN_TRASH_DAYS': '文件在云盘回收站中保留多少天后永久删除。',
  'setting.AWAN_FETCH':
    'on、private 或 off：服务器是否从用户指定的地址将文件下载到其云盘。设为 private 时，也允许专用网络和本机的地址；任何有账号的人都可能借此读取内部服务。',
  'setting.AWAN_FETCH_MAX_SIZE':
    '从地址下载的文件可以有多大，例如 10GB；none 表示除云盘的配额外不限。',
  'setting.AWAN_FETCHES_PER_HOUR':
    '每人每小时可以让服务器从地址下载多少文件，按每个服务器进程计算。',
  'setting.AWAN_WRITES_PER_MINUTE':
    '每人每分钟在每个服务器进程上可以发出多少次更改云盘的请求。超出的请求会被拒绝，并告知需要等待的时间。',
  'setting.AWAN_SEARCHES_PER_MINUTE': '搜索的同样限制；输入时每秒会有好几次。',
  'setting.AWAN_LINKS_PER_MINUTE': '内容链接的同样限制；每个预览会请求一个。',
  'setting.AWAN_ZIPS_PER_MINUTE': '文件夹和所选内容打包 zip 的同样限制。',
  'setting.AWAN_INSTANT_UPLOAD':
    'own 或 all。own 时，云盘里已有的内容不再重复上传。all 时，只要上传者证明自己拥有该内容，别人云盘里已有的内容也不必上传；上传者因此可以知道这里是否有别人拥有某个文件。',
  'setting.AWAN_UPLOAD_TTL': '未完成的上传可以在多长时间内继续。',
  'setting.AWAN_ACCESS_TOKEN_TTL': '访问令牌的有效期；客户端会自动续期。',
  'setting.AWAN_REFRESH_TOKEN_TTL': '设备不使用时保持登录的时间。',
  'setting.AWAN_SIGNING_KEY_DAYS':
    '多少天后由新密钥签署令牌。新密钥会提前很久公布，旧密钥保留到其令牌过期；改动从下一个密钥起生效。',
  'setting.AWAN_DELETION_DAYS': '从请求删除账号到最终删除之间的天数。在此之前可以恢复。',
  'setting.AWAN_PHONE_SIGN_IN':
    'password 或 code。设为 code 时，在新设备上用手机号登录需要短信验证码；仅凭密码会被拒绝。',
  'setting.AWAN_SIGN_UP':
    'open、approval 或 closed。approval 时，注册的人要等管理员批准；closed 不接受任何人。第一个账号总是可以创建。',
  'setting.AWAN_FIRST_ADMIN':
    '可以在其他机器上无需设置代码创建第一个账号（即管理员）的邮箱或手机号，由发送到该处的验证码证明。已有账号后不再起作用。',
  'setting.AWAN_REQUIRE_TWO_FACTOR':
    'nobody、administrators 或 everybody：谁需要第二步验证。尚未设置的人可以登录，但必须先完成设置。',
  'setting.AWAN_ANONYMOUS':
    'on 允许人们不注册就开始使用，每台设备一个，以后再注册。这样任何能访问服务器的人都可以在上面存文件。',
  'setting.AWAN_TEAM_DRIVES':
    '谁可以创建团队云盘：admins 或 everybody。团队云盘不属于任何个人，有自己的成员、配额和回收站。',
  'setting.AWAN_TEAM_DRIVES_EACH':
    '所有人都能创建团队云盘时，每人最多可以创建的数量。已删除的不计入，管理员没有限制。',
  'setting.AWAN_PEOPLE_DIRECTORY':
    'on 允许每个有账号的人在共享时按部分名称查找所有人和群组。off 只能找到已有共享往来的人，其他人需输入完整的用户名或联系方式。',
  'setting.AWAN_OUTGOING_PRIVATE':
    'on 允许管理员添加位于内网和本机的 Webhook 与身份提供方，可能被用来访问内部服务。这些设置中写明的地址始终允许。',
  'setting.AWAN_BREACHED_PASSWORDS_URL':
    '按范围查询已泄露密码的服务，例如 https://api.pwnedpasswords.com/range。只会发送 SHA-1 哈希的前五个字符。',
  'setting.provider.client_id': '让人们可以用 {provider} 登录：它为此服务器提供的客户端 ID。',
  'setting.provider.client_secret': '{provider} 提供的客户端密钥。',
  'setting.provider.client_secret.apple': 'Apple 提供的完整私钥（.p8），换行写作 \\n。',
  'setting.provider.issuer': '如果 {provider} 由您自己部署，这是它的地址。',
  'setting.provider.issuer.oidc': '提供方的地址；会从那里读取 /.well-known/openid-configuration。',
  'setting.provider.name': '按钮上的文字。',
  'setting.provider.app_client_ids':
    '在 {provider} 的原生应用的客户端 ID，以逗号分隔：其中任何一个取得的 ID 令牌也会被接受。',
  'setting.provider.team_id': '您的 Apple 账号的团队 ID。',
  'setting.provider.key_id': 'Apple 处私钥的 ID。',
  'setting.unset.AWAN_DATABASE_URL': '数据文件夹中的 SQLite',
  'setting.unset.AWAN_BLOBS_URL': '数据文件夹',
  'setting.unset.AWAN_FIRST_ADMIN': '终端中的设置代码',
  'setting.unset.AWAN_SMTP_URL': '邮件显示在终端',
  'setting.unset.AWAN_SMS_URL': '短信显示在终端，production 除外',
  'setting.unset.AWAN_METRICS_TOKEN': '仅限本机',
  'setting.unset.AWAN_BREACHED_PASSWORDS_URL': '只用 Awan 自带的列表',
}
