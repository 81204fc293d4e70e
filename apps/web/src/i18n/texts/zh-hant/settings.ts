import type { texts as english } from '../en/settings.ts'

export const texts: Record<keyof typeof english, string> = {
  'setting.PORT': '監聽的連接埠；0 表示使用一個閒置的連接埠。',
  'setting.AWAN_HOST':
    '監聽的位址。127.0.0.1 僅限本機（以及本機上的代理伺服器）；0.0.0.0 或 :: 對整個網路開放，包括手機。',
  'setting.AWAN_ENV':
    'development 或 production。production 要求 https 位址和郵件伺服器；development 在終端機顯示驗證碼，並且僅對本機在 /dev/outbox 顯示。',
  'setting.AWAN_PUBLIC_URL':
    '人們開啟的網址，與瀏覽器中顯示的一致。production 需要 https。密碼金鑰屬於該主機名稱：換了主機名稱就不再可用。',
  'setting.AWAN_DATA_DIR': '存放資料庫、檔案和產生的金鑰的資料夾。請整體備份。',
  'setting.AWAN_DATABASE_URL': 'PostgreSQL 資料庫：postgres://USER:PASSWORD@HOST:5432/DATABASE。',
  'setting.AWAN_DATABASE_CONNECTIONS':
    '每個伺服器程序最多為其工作開啟多少個 PostgreSQL 連線，另有兩個自用。其中一半用於變更，四分之一用於耗時的讀取。所有程序的總和必須低於 PostgreSQL 的 max_connections。',
  'setting.AWAN_BLOBS_URL':
    '存放檔案內容的 S3 儲存空間：s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX?region=us-east-1。其他選項：tls=false、path_style=true 或 false、checksums=when-required 或 when-supported。不寫 HOST 即為 Amazon S3。',
  'setting.AWAN_SMTP_URL':
    '郵件伺服器：smtp://USER:PASSWORD@HOST:587 或 smtps://USER:PASSWORD@HOST:465。production 必須設定。',
  'setting.AWAN_MAIL_FROM':
    '我們郵件的寄件人，例如 Awan <cloud@example.org>。與 AWAN_SMTP_URL 一起設定。',
  'setting.AWAN_SMS_URL':
    '簡訊閘道：https://:SECRET@HOST/PATH（依 Standard Webhooks 簽章）、twilio://SID:TOKEN@api.twilio.com?from=+15550100、aliyun://KEY:SECRET@dysmsapi.aliyuncs.com?sign=NAME&template=SMS_1（變數名稱為 code），或 tencent://ID:KEY@sms.tencentcloudapi.com 加上 ?app=1400000000&sign=NAME&template=1&params=code,minutes。',
  'setting.AWAN_MAIL_CODES_PER_HOUR':
    '一小時內透過郵件傳送的驗證碼總數。從一半起需要完成人機驗證。已登入或使用已知裝置的人，以及已通過兩步中第一步的人，另有同樣的數量。',
  'setting.AWAN_SMS_CODES_PER_HOUR': '對簡訊同樣如此，簡訊要花錢：這限制了陌生人能讓您付出的費用。',
  'setting.AWAN_LOG_LEVEL': '記錄多少日誌：off、error、warn、info、debug、trace 或 all。',
  'setting.AWAN_METRICS_TOKEN': '從其他機器讀取 /metrics 所用的 bearer 權杖。',
  'setting.AWAN_TRUSTED_PROXIES':
    '信任其 X-Forwarded-For 的代理伺服器：以逗號分隔的位址或網路，或 loopback、linklocal、uniquelocal。',
  'setting.AWAN_ALLOWED_ORIGINS':
    '網頁應用程式可以從哪些其他來源呼叫本伺服器，如 https://app.example.org，以逗號分隔，不能使用萬用字元。AWAN_PUBLIC_URL 上的網頁應用程式不需要。',
  'setting.AWAN_DEFAULT_QUOTA': '新的雲端硬碟可以存放多少，例如 100GB 或 1TiB；none 表示不限。',
  'setting.AWAN_MAX_FILES':
    '一個雲端硬碟可以有多少檔案和資料夾，包括垃圾桶。不時計算一次，因此是大約的上限。',
  'setting.AWAN_TRASH_DAYS': '檔案在雲端硬碟垃圾桶中保留多少天後永久刪除。',
  'setting.AWAN_FETCH':
    'on、private 或 off：伺服器是否從使用者指定的位址將檔案下載到其雲端硬碟。設為 private 時，也允許私人網路和本機的位址；任何有帳號的人都可能藉此讀取內部服務。',
  'setting.AWAN_FETCH_MAX_SIZE':
    '從位址下載的檔案可以有多大，例如 10GB；none 表示除雲端硬碟的配額外不限。',
  'setting.AWAN_FETCHES_PER_HOUR':
    '每人每小時可以讓伺服器從位址下載多少檔案，按每個伺服器程序計算。',
  'setting.AWAN_WRITES_PER_MINUTE':
    '每人每分鐘在每個伺服器程序上可以發出多少次變更雲端硬碟的要求。超出的要求會被拒絕，並告知需要等待的時間。',
  'setting.AWAN_SEARCHES_PER_MINUTE': '搜尋的同樣限制；輸入時每秒會有好幾次。',
  'setting.AWAN_LINKS_PER_MINUTE': '內容連結的同樣限制；每個預覽會要求一個。',
  'setting.AWAN_ZIPS_PER_MINUTE': '資料夾和所選項目打包 zip 的同樣限制。',
  'setting.AWAN_INSTANT_UPLOAD':
    'own 或 all。own 時，雲端硬碟裡已有的內容不再重複上傳。all 時，只要上傳者證明自己擁有該內容，別人雲端硬碟裡已有的內容也不必上傳；上傳者因此可以知道這裡是否有別人擁有某個檔案。',
  'setting.AWAN_UPLOAD_TTL': '未完成的上傳可以在多長時間內繼續。',
  'setting.AWAN_ACCESS_TOKEN_TTL': '存取權杖的有效期；用戶端會自動更新。',
  'setting.AWAN_REFRESH_TOKEN_TTL': '裝置不使用時保持登入的時間。',
  'setting.AWAN_SIGNING_KEY_DAYS':
    '多少天後由新金鑰簽署權杖。新金鑰會提前很久公布，舊金鑰保留到其權杖過期；變更從下一個金鑰起生效。',
  'setting.AWAN_DELETION_DAYS': '從要求刪除帳號到最終刪除之間的天數。在此之前可以還原。',
  'setting.AWAN_PHONE_SIGN_IN':
    'password 或 code。設為 code 時，在新裝置上用手機號碼登入需要簡訊驗證碼；僅憑密碼會被拒絕。',
  'setting.AWAN_SIGN_UP':
    'open、approval 或 closed。approval 時，註冊的人要等管理員核准；closed 不接受任何人。第一個帳號總是可以建立。',
  'setting.AWAN_FIRST_ADMIN':
    '可以在其他機器上無需設定代碼建立第一個帳號（即管理員）的電子郵件或手機號碼，由傳送到該處的驗證碼證明。已有帳號後不再起作用。',
  'setting.AWAN_REQUIRE_TWO_FACTOR':
    'nobody、administrators 或 everybody：誰需要第二步驟驗證。尚未設定的人可以登入，但必須先完成設定。',
  'setting.AWAN_ANONYMOUS':
    'on 允許人們不註冊就開始使用，每台裝置一個，以後再註冊。這樣任何能連到伺服器的人都可以在上面存檔案。',
  'setting.AWAN_TEAM_DRIVES':
    '誰可以建立團隊雲端硬碟：admins 或 everybody。團隊雲端硬碟不屬於任何個人，有自己的成員、配額和垃圾桶。',
  'setting.AWAN_TEAM_DRIVES_EACH':
    '所有人都能建立團隊雲端硬碟時，每人最多可以建立的數量。已刪除的不計入，管理員沒有限制。',
  'setting.AWAN_PEOPLE_DIRECTORY':
    'on 允許每個有帳號的人在共用時以部分名稱尋找所有人和群組。off 只能找到已有共用往來的人，其他人需輸入完整的使用者名稱或聯絡方式。',
  'setting.AWAN_OUTGOING_PRIVATE':
    'on 允許管理員新增位於內部網路和本機的 Webhook 與身分提供者，可能被用來存取內部服務。這些設定中寫明的位址一律允許。',
  'setting.AWAN_BREACHED_PASSWORDS_URL':
    '依範圍查詢已外洩密碼的服務，例如 https://api.pwnedpasswords.com/range。只會傳送 SHA-1 雜湊的前五個字元。',
  'setting.provider.client_id': '讓人們可以用 {provider} 登入：它為此伺服器提供的用戶端 ID。',
  'setting.provider.client_secret': '{provider} 提供的用戶端密鑰。',
  'setting.provider.client_secret.apple': 'Apple 提供的完整私鑰（.p8），換行寫作 \\n。',
  'setting.provider.issuer': '如果 {provider} 由您自己架設，這是它的位址。',
  'setting.provider.issuer.oidc': '提供者的位址；會從那裡讀取 /.well-known/openid-configuration。',
  'setting.provider.name': '按鈕上的文字。',
  'setting.provider.app_client_ids':
    '在 {provider} 的原生應用程式的用戶端 ID，以逗號分隔：其中任何一個取得的 ID 權杖也會被接受。',
  'setting.provider.team_id': '您的 Apple 帳號的團隊 ID。',
  'setting.provider.key_id': 'Apple 處私鑰的 ID。',
  'setting.unset.AWAN_DATABASE_URL': '資料資料夾中的 SQLite',
  'setting.unset.AWAN_BLOBS_URL': '資料資料夾',
  'setting.unset.AWAN_FIRST_ADMIN': '終端機中的設定代碼',
  'setting.unset.AWAN_SMTP_URL': '郵件顯示在終端機',
  'setting.unset.AWAN_SMS_URL': '簡訊顯示在終端機，production 除外',
  'setting.unset.AWAN_METRICS_TOKEN': '僅限本機',
  'setting.unset.AWAN_BREACHED_PASSWORDS_URL': '只用 Awan 內附的清單',
}
