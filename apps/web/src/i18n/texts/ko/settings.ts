import type { texts as english } from '../en/settings.ts'

export const texts: Record<keyof typeof english, string> = {
  'setting.PORT': '연결을 받을 포트입니다. 0이면 비어 있는 포트를 씁니다.',
  'setting.AWAN_HOST':
    '연결을 받을 주소입니다. 127.0.0.1은 이 컴퓨터(와 그 위의 프록시)만, 0.0.0.0 또는 ::은 휴대전화를 포함한 네트워크 전체를 받습니다.',
  'setting.AWAN_ENV':
    'development 또는 production. production에는 https 주소와 메일 서버가 필요하고, development에서는 코드를 터미널과 이 컴퓨터에서만 열리는 /dev/outbox에 보여 줍니다.',
  'setting.AWAN_PUBLIC_URL':
    '사람들이 여는 주소로, 브라우저에 보이는 그대로입니다. production에는 https가 필요합니다. 패스키는 이 호스트 이름에 속하므로 이름이 바뀌면 더 이상 쓸 수 없습니다.',
  'setting.AWAN_DATA_DIR': '데이터베이스, 파일, 생성된 키를 두는 폴더입니다. 통째로 백업하세요.',
  'setting.AWAN_DATABASE_URL':
    'PostgreSQL 데이터베이스: postgres://USER:PASSWORD@HOST:5432/DATABASE.',
  'setting.AWAN_DATABASE_CONNECTIONS':
    '서버 프로세스 하나가 작업에 여는 PostgreSQL 연결의 최대 수이며, 자체용으로 두 개를 더 엽니다. 절반은 변경에, 4분의 1은 오래 걸리는 읽기에 씁니다. 모든 프로세스의 합이 PostgreSQL의 max_connections보다 작아야 합니다.',
  'setting.AWAN_BLOBS_URL':
    '파일 내용을 둘 S3 저장소: s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX?region=us-east-1. 다른 옵션: tls=false, path_style=true 또는 false, checksums=when-required 또는 when-supported. HOST가 없으면 Amazon S3입니다.',
  'setting.AWAN_SMTP_URL':
    '메일 서버: smtp://USER:PASSWORD@HOST:587 또는 smtps://USER:PASSWORD@HOST:465. production에 필요합니다.',
  'setting.AWAN_MAIL_FROM':
    '메일을 보내는 사람입니다. 예: Awan <cloud@example.org>. AWAN_SMTP_URL과 함께 필요합니다.',
  'setting.AWAN_SMS_URL':
    'SMS 게이트웨이: https://:SECRET@HOST/PATH(Standard Webhooks 방식으로 서명), twilio://SID:TOKEN@api.twilio.com?from=+15550100, aliyun://KEY:SECRET@dysmsapi.aliyuncs.com?sign=NAME&template=SMS_1(변수 이름은 code), 또는 tencent://ID:KEY@sms.tencentcloudapi.com 뒤에 ?app=1400000000&sign=NAME&template=1&params=code,minutes.',
  'setting.AWAN_MAIL_CODES_PER_HOUR':
    '한 시간에 메일로 나가는 코드의 총수입니다. 절반부터는 캡차가 필요합니다. 로그인했거나 알려진 기기를 쓰는 사람, 두 단계 중 첫 단계를 마친 사람에게는 같은 수가 따로 있습니다.',
  'setting.AWAN_SMS_CODES_PER_HOUR':
    '비용이 드는 문자 메시지에도 같은 한도를 둡니다. 낯선 사람 때문에 생기는 비용을 제한합니다.',
  'setting.AWAN_LOG_LEVEL': '기록할 양: off, error, warn, info, debug, trace 또는 all.',
  'setting.AWAN_METRICS_TOKEN': '다른 컴퓨터에서 /metrics를 읽을 때 쓰는 bearer 토큰입니다.',
  'setting.AWAN_TRUSTED_PROXIES':
    'X-Forwarded-For를 믿을 프록시입니다. 쉼표로 나눈 주소나 네트워크, 또는 loopback, linklocal, uniquelocal.',
  'setting.AWAN_ALLOWED_ORIGINS':
    '웹 앱이 이 서버를 호출할 수 있는 다른 출처입니다. https://app.example.org처럼 적고 쉼표로 나누며, 와일드카드는 쓸 수 없습니다. AWAN_PUBLIC_URL의 웹 앱에는 필요 없습니다.',
  'setting.AWAN_DEFAULT_QUOTA':
    '새 드라이브에 담을 수 있는 양입니다. 예: 100GB 또는 1TiB. none이면 제한이 없습니다.',
  'setting.AWAN_MAX_FILES':
    '한 드라이브에 둘 수 있는 파일과 폴더의 수로, 휴지통도 포함합니다. 가끔 세므로 대략 지켜집니다.',
  'setting.AWAN_TRASH_DAYS': '드라이브 휴지통에 있는 파일이 영구 삭제되기까지 보관되는 일수입니다.',
  'setting.AWAN_FETCH':
    'on, private 또는 off: 사람들이 지정한 주소에서 서버가 파일을 드라이브로 다운로드하는지입니다. private이면 사설 네트워크와 이 컴퓨터의 주소도 허용되므로, 계정이 있는 누구나 이를 통해 내부 서비스를 읽을 수 있습니다.',
  'setting.AWAN_FETCH_MAX_SIZE':
    '주소에서 다운로드하는 파일의 최대 크기입니다. 예: 10GB. none이면 드라이브 할당량 외에는 제한이 없습니다.',
  'setting.AWAN_FETCHES_PER_HOUR':
    '한 사람이 한 시간에 주소에서 다운로드하게 할 수 있는 파일 수로, 서버 프로세스마다 셉니다.',
  'setting.AWAN_WRITES_PER_MINUTE':
    '한 사람이 1분 동안 드라이브를 바꾸는 호출을 서버 프로세스마다 몇 번까지 할 수 있는지입니다. 넘는 호출은 거부되며 기다릴 시간을 알려 줍니다.',
  'setting.AWAN_SEARCHES_PER_MINUTE':
    '검색에 대한 같은 한도입니다. 입력하는 동안 1초에 여러 번 일어납니다.',
  'setting.AWAN_LINKS_PER_MINUTE':
    '내용 링크에 대한 같은 한도입니다. 미리보기마다 하나씩 요청합니다.',
  'setting.AWAN_ZIPS_PER_MINUTE': '폴더와 선택 항목의 zip에 대한 같은 한도입니다.',
  'setting.AWAN_INSTANT_UPLOAD':
    'own 또는 all. own이면 드라이브에 이미 있는 내용은 다시 업로드하지 않습니다. all이면 업로드하는 사람이 가지고 있음을 증명한 뒤에는 다른 사람의 드라이브에 있는 내용도 업로드하지 않습니다. 그러면 여기 다른 사람이 어떤 파일을 가지고 있는지 알아낼 수 있습니다.',
  'setting.AWAN_UPLOAD_TTL': '끝나지 않은 업로드를 이어서 올릴 수 있는 기간입니다.',
  'setting.AWAN_ACCESS_TOKEN_TTL': '액세스 토큰의 유효 기간입니다. 클라이언트가 알아서 갱신합니다.',
  'setting.AWAN_REFRESH_TOKEN_TTL': '쓰지 않는 기기가 로그인 상태로 남는 기간입니다.',
  'setting.AWAN_SIGNING_KEY_DAYS':
    '며칠 뒤에 새 키로 토큰에 서명할지 정합니다. 새 키는 훨씬 전에 공개되고 이전 키는 토큰이 만료될 때까지 남습니다. 변경은 다음 키부터 적용됩니다.',
  'setting.AWAN_DELETION_DAYS':
    '계정 삭제를 요청한 뒤 최종 삭제까지의 일수입니다. 그때까지는 복원할 수 있습니다.',
  'setting.AWAN_PHONE_SIGN_IN':
    'password 또는 code. code이면 처음 쓰는 기기에서 전화번호로 로그인할 때 SMS 코드가 필요하고, 비밀번호만으로는 거부됩니다.',
  'setting.AWAN_SIGN_UP':
    'open, approval 또는 closed. approval이면 가입한 사람은 관리자가 승인할 때까지 기다리고, closed이면 아무도 받지 않습니다. 첫 계정은 언제나 만들 수 있습니다.',
  'setting.AWAN_FIRST_ADMIN':
    '다른 컴퓨터에서 설정 코드 없이 첫 계정(관리자가 됨)을 만들 수 있는 이메일 주소나 전화번호입니다. 그곳으로 보낸 코드로 확인합니다. 계정이 하나라도 있으면 효과가 없습니다.',
  'setting.AWAN_REQUIRE_TWO_FACTOR':
    'nobody, administrators 또는 everybody: 2단계 인증이 필요한 사람입니다. 아직 없는 사람은 로그인할 수 있지만 먼저 설정해야 합니다.',
  'setting.AWAN_ANONYMOUS':
    'on이면 기기마다 하나씩 계정 없이 시작하고 나중에 가입할 수 있습니다. 그러면 서버에 닿는 누구나 파일을 저장할 수 있습니다.',
  'setting.AWAN_TEAM_DRIVES':
    '팀 드라이브를 만들 수 있는 사람: admins 또는 everybody. 팀 드라이브는 개인에게 속하지 않으며 자체 구성원, 할당량, 휴지통이 있습니다.',
  'setting.AWAN_TEAM_DRIVES_EACH':
    '누구나 팀 드라이브를 만들 수 있을 때 한 사람이 만들 수 있는 수입니다. 삭제한 것은 세지 않으며, 관리자에게는 제한이 없습니다.',
  'setting.AWAN_PEOPLE_DIRECTORY':
    'on이면 계정이 있는 누구나 공유할 때 이름의 일부로 모든 사람과 그룹을 찾을 수 있습니다. off이면 이미 공유 중인 상대만 찾고, 다른 사람은 전체 사용자 이름이나 연락처로 찾습니다.',
  'setting.AWAN_OUTGOING_PRIVATE':
    'on이면 관리자가 추가한 웹훅과 ID 제공자가 사설망과 이 컴퓨터에도 연결할 수 있어, 내부 서비스에 연결하는 데 쓰일 수 있습니다. 이 설정에 적힌 주소는 항상 허용됩니다.',
  'setting.AWAN_BREACHED_PASSWORDS_URL':
    '유출된 비밀번호를 범위로 알려 주는 서비스입니다. 예: https://api.pwnedpasswords.com/range. SHA-1 해시의 앞 다섯 글자만 보냅니다.',
  'setting.provider.client_id':
    '{provider} 계정으로 로그인할 수 있게 합니다. 이 서버에 발급된 클라이언트 ID입니다.',
  'setting.provider.client_secret': '{provider}에서 받은 클라이언트 비밀 키입니다.',
  'setting.provider.client_secret.apple':
    'Apple에서 받은 개인 키(.p8) 전체이며, 줄바꿈은 \\n으로 적습니다.',
  'setting.provider.issuer': '직접 운영하는 경우 {provider}의 주소입니다.',
  'setting.provider.issuer.oidc':
    '제공자의 주소입니다. 그곳의 /.well-known/openid-configuration을 읽습니다.',
  'setting.provider.name': '버튼에 보이는 이름입니다.',
  'setting.provider.app_client_ids':
    '{provider}에 등록한 네이티브 앱의 클라이언트 ID를 쉼표로 나눠 적습니다. 그중 하나가 받은 ID 토큰도 받아들입니다.',
  'setting.provider.team_id': 'Apple 계정의 팀 ID입니다.',
  'setting.provider.key_id': 'Apple에 있는 개인 키의 ID입니다.',
  'setting.unset.AWAN_DATABASE_URL': '데이터 폴더의 SQLite',
  'setting.unset.AWAN_BLOBS_URL': '데이터 폴더',
  'setting.unset.AWAN_FIRST_ADMIN': '터미널에 표시되는 설정 코드',
  'setting.unset.AWAN_SMTP_URL': '메일을 터미널에 표시',
  'setting.unset.AWAN_SMS_URL': 'production이 아니면 메시지를 터미널에 표시',
  'setting.unset.AWAN_METRICS_TOKEN': '이 컴퓨터만',
  'setting.unset.AWAN_BREACHED_PASSWORDS_URL': 'Awan에 포함된 목록만',
}
