import type { texts as english } from '../en/settings.ts'

export const texts: Record<keyof typeof english, string> = {
  'setting.PORT': 'Port untuk menerima koneksi; 0 mengambil port yang bebas.',
  'setting.AWAN_HOST':
    'Alamat untuk menerima koneksi. 127.0.0.1 berarti hanya mesin ini (dan proksi di dalamnya); 0.0.0.0 atau :: membuka untuk seluruh jaringan, termasuk ponsel.',
  'setting.AWAN_ENV':
    'development atau production. Production mewajibkan alamat https dan server email; development menampilkan kode di terminal dan, hanya untuk mesin ini, di /dev/outbox.',
  'setting.AWAN_PUBLIC_URL':
    'Alamat yang dibuka orang, seperti yang ditampilkan peramban mereka. Production memerlukan https. Kunci sandi terikat pada nama hostnya: dengan nama lain, kunci itu tidak berfungsi lagi.',
  'setting.AWAN_DATA_DIR':
    'Folder untuk basis data, berkas, dan kunci yang dibuat. Cadangkan seluruhnya.',
  'setting.AWAN_DATABASE_URL':
    'Basis data PostgreSQL: postgres://USER:PASSWORD@HOST:5432/DATABASE.',
  'setting.AWAN_DATABASE_CONNECTIONS':
    'Berapa banyak koneksi ke PostgreSQL yang dibuka tiap proses server paling banyak untuk pekerjaannya, ditambah dua untuk dirinya sendiri. Setengahnya untuk perubahan dan seperempatnya untuk pembacaan yang lama. Jumlah dari semua proses harus di bawah max_connections PostgreSQL.',
  'setting.AWAN_BLOBS_URL':
    'Penyimpanan S3 untuk isi berkas: s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX?region=us-east-1. Opsi lain: tls=false, path_style=true atau false, checksums=when-required atau when-supported. Tanpa HOST, yang dipakai adalah Amazon S3.',
  'setting.AWAN_SMTP_URL':
    'Server email: smtp://USER:PASSWORD@HOST:587 atau smtps://USER:PASSWORD@HOST:465. Wajib untuk production.',
  'setting.AWAN_MAIL_FROM':
    'Pengirim email kami, mis. Awan <cloud@example.org>. Diperlukan bersama AWAN_SMTP_URL.',
  'setting.AWAN_SMS_URL':
    'Gerbang SMS: https://:SECRET@HOST/PATH (ditandatangani menurut Standard Webhooks), twilio://SID:TOKEN@api.twilio.com?from=+15550100, aliyun://KEY:SECRET@dysmsapi.aliyuncs.com?sign=NAME&template=SMS_1 (variabelnya code) atau tencent://ID:KEY@sms.tencentcloudapi.com dengan ?app=1400000000&sign=NAME&template=1&params=code,minutes.',
  'setting.AWAN_MAIL_CODES_PER_HOUR':
    'Berapa banyak kode yang dikirim lewat email dalam satu jam, seluruhnya. Mulai dari separuhnya, captcha diwajibkan. Orang yang sudah masuk atau memakai perangkat yang dikenal mendapat jatah sendiri sebanyak itu, begitu pula yang sudah memberikan bukti pertama dari dua.',
  'setting.AWAN_SMS_CODES_PER_HOUR':
    'Sama untuk SMS, yang berbiaya: ini membatasi biaya yang dapat dibebankan orang asing kepada Anda.',
  'setting.AWAN_LOG_LEVEL':
    'Seberapa banyak yang dicatat: off, error, warn, info, debug, trace, atau all.',
  'setting.AWAN_METRICS_TOKEN': 'Bearer token untuk membaca /metrics dari mesin lain.',
  'setting.AWAN_TRUSTED_PROXIES':
    'Proksi yang X-Forwarded-For-nya dipercaya: alamat atau jaringan yang dipisahkan koma, atau loopback, linklocal, uniquelocal.',
  'setting.AWAN_ALLOWED_ORIGINS':
    'Origin lain tempat aplikasi web boleh memanggil server ini, seperti https://app.example.org, dipisahkan koma dan tanpa karakter pengganti. Aplikasi web di AWAN_PUBLIC_URL tidak memerlukannya.',
  'setting.AWAN_DEFAULT_QUOTA':
    'Berapa banyak yang boleh disimpan drive baru, mis. 100GB atau 1TiB; none berarti tanpa batas.',
  'setting.AWAN_MAX_FILES':
    'Berapa banyak berkas dan folder yang boleh dimiliki satu drive, termasuk sampahnya. Dihitung sesekali, jadi batasnya kira-kira.',
  'setting.AWAN_TRASH_DAYS':
    'Berapa hari berkas disimpan di sampah sebuah drive sebelum dihapus permanen.',
  'setting.AWAN_FETCH':
    'on, private, atau off: apakah server mengunduh berkas dari alamat yang disebutkan orang ke drive mereka. Dengan private, alamat di jaringan pribadi dan di mesin ini juga diizinkan; semua orang yang punya akun bisa memakainya untuk membaca layanan internal.',
  'setting.AWAN_FETCH_MAX_SIZE':
    'Seberapa besar berkas yang boleh diunduh dari sebuah alamat, mis. 10GB; none berarti tanpa batas selain kuota drive.',
  'setting.AWAN_FETCHES_PER_HOUR':
    'Berapa banyak berkas yang boleh diunduhkan satu orang dari alamat per jam, di setiap proses server.',
  'setting.AWAN_WRITES_PER_MINUTE':
    'Berapa banyak panggilan yang mengubah drive boleh dibuat satu orang per menit, di setiap proses server. Panggilan selebihnya ditolak, dengan waktu tunggunya.',
  'setting.AWAN_SEARCHES_PER_MINUTE': 'Sama untuk pencarian; saat mengetik ada beberapa per detik.',
  'setting.AWAN_LINKS_PER_MINUTE':
    'Sama untuk tautan ke isi berkas; setiap pratinjau meminta satu.',
  'setting.AWAN_ZIPS_PER_MINUTE': 'Sama untuk zip dari folder dan pilihan.',
  'setting.AWAN_INSTANT_UPLOAD':
    'own atau all. Dengan own, isi yang sudah ada di drive tidak diunggah lagi. Dengan all, begitu pula isi di drive orang lain, setelah pengunggah membuktikan bahwa ia memilikinya; pengunggah lalu dapat mengetahui apakah orang lain di sini memiliki sebuah berkas.',
  'setting.AWAN_UPLOAD_TTL': 'Berapa lama unggahan yang belum selesai dapat dilanjutkan.',
  'setting.AWAN_ACCESS_TOKEN_TTL': 'Berapa lama token akses berlaku; klien memperbaruinya sendiri.',
  'setting.AWAN_REFRESH_TOKEN_TTL': 'Berapa lama perangkat tetap masuk tanpa dipakai.',
  'setting.AWAN_SIGNING_KEY_DAYS':
    'Setelah berapa hari kunci baru menandatangani token. Kunci itu diumumkan jauh sebelumnya, dan yang lama disimpan sampai tokennya kedaluwarsa; perubahan berlaku mulai kunci berikutnya.',
  'setting.AWAN_DELETION_DAYS':
    'Berapa hari antara permintaan untuk menghapus akun dan penghapusan akhirnya. Sebelum itu akun dapat dipulihkan.',
  'setting.AWAN_PHONE_SIGN_IN':
    'password atau code. Dengan code, masuk dengan nomor telepon di perangkat baru memerlukan kode SMS; kata sandi saja ditolak.',
  'setting.AWAN_SIGN_UP':
    'open, approval, atau closed. Dengan approval, yang mendaftar menunggu sampai administrator mengizinkannya; closed tidak menerima siapa pun. Akun pertama selalu dapat dibuat.',
  'setting.AWAN_FIRST_ADMIN':
    'Alamat email atau nomor telepon yang boleh membuat akun pertama, yang menjadi administrator, dari komputer lain tanpa kode penyiapan. Kode yang dikirim ke sana membuktikannya. Tidak berpengaruh lagi setelah ada akun.',
  'setting.AWAN_REQUIRE_TWO_FACTOR':
    'nobody, administrators, atau everybody: siapa yang memerlukan langkah kedua. Yang belum punya dapat masuk, tetapi harus menyiapkannya sebelum melakukan hal lain.',
  'setting.AWAN_ANONYMOUS':
    'on membolehkan orang mulai tanpa akun, satu per perangkat, lalu mendaftar nanti. Siapa pun yang dapat mencapai server lalu dapat menyimpan berkas di dalamnya.',
  'setting.AWAN_TEAM_DRIVES':
    'Siapa yang dapat membuat drive tim, yang bukan milik seseorang dan memiliki anggota, kuota, dan sampah sendiri: admins atau everybody.',
  'setting.AWAN_TEAM_DRIVES_EACH':
    'Berapa banyak drive tim yang boleh dibuat setiap orang, jika semua orang boleh membuatnya. Yang sudah dihapus tidak dihitung, dan administrator tidak dibatasi.',
  'setting.AWAN_PEOPLE_DIRECTORY':
    'on membolehkan setiap pemilik akun menemukan semua orang dan grup dari sebagian namanya saat berbagi. off hanya menemukan mereka yang sudah berbagi dengannya, dan orang lain dari nama pengguna atau kontak lengkapnya.',
  'setting.AWAN_OUTGOING_PRIVATE':
    'on mengizinkan webhook dan penyedia identitas yang ditambahkan administrator di jaringan privat dan di mesin ini; itu dapat dipakai untuk mencapai layanan internal. Yang disebut dalam pengaturan ini selalu diizinkan.',
  'setting.AWAN_BREACHED_PASSWORDS_URL':
    'Layanan rentang untuk kata sandi bocor, seperti https://api.pwnedpasswords.com/range. Hanya lima karakter pertama dari hash SHA-1 yang dikirim.',
  'setting.provider.client_id':
    'Membolehkan orang masuk dengan {provider}: ID klien yang diberikannya untuk server ini.',
  'setting.provider.client_secret': 'Rahasia klien dari {provider}.',
  'setting.provider.client_secret.apple':
    'Kunci privat (.p8) yang diberikan Apple, utuh, dengan \\n untuk ganti barisnya.',
  'setting.provider.issuer': 'Alamat {provider}, jika Anda menjalankannya sendiri.',
  'setting.provider.issuer.oidc':
    'Alamat penyedia; /.well-known/openid-configuration dibaca dari sana.',
  'setting.provider.name': 'Teks pada tombolnya.',
  'setting.provider.app_client_ids':
    'ID klien aplikasi native di {provider}, dipisahkan koma: token ID yang diterbitkan untuk salah satunya juga diterima.',
  'setting.provider.team_id': 'ID tim akun Apple Anda.',
  'setting.provider.key_id': 'ID kunci privat di Apple.',
  'setting.unset.AWAN_DATABASE_URL': 'SQLite di folder data',
  'setting.unset.AWAN_BLOBS_URL': 'folder data',
  'setting.unset.AWAN_FIRST_ADMIN': 'kode penyiapan di terminal',
  'setting.unset.AWAN_SMTP_URL': 'email ditampilkan di terminal',
  'setting.unset.AWAN_SMS_URL': 'pesan ditampilkan di terminal, kecuali dalam production',
  'setting.unset.AWAN_METRICS_TOKEN': 'hanya mesin ini',
  'setting.unset.AWAN_BREACHED_PASSWORDS_URL': 'hanya daftar bawaan Awan',
}
