import type { texts as english } from '../en/settings.ts'

export const texts: Record<keyof typeof english, string> = {
  'setting.PORT': 'Port untuk menerima sambungan; 0 mengambil port yang lapang.',
  'setting.AWAN_HOST':
    'Alamat untuk menerima sambungan. 127.0.0.1 ialah mesin ini sahaja (dan proksi padanya); 0.0.0.0 atau :: membuka kepada seluruh rangkaian, termasuk telefon.',
  'setting.AWAN_ENV':
    'development atau production. Production mewajibkan alamat https dan pelayan e-mel; development memaparkan kod di terminal dan, kepada mesin ini sahaja, di /dev/outbox.',
  'setting.AWAN_PUBLIC_URL':
    'Alamat yang dibuka orang, seperti yang dipaparkan pelayar mereka. Production memerlukan https. Kunci laluan terikat pada nama hosnya: dengan nama lain, kunci itu tidak lagi berfungsi.',
  'setting.AWAN_DATA_DIR':
    'Folder untuk pangkalan data, fail dan kunci yang dijana. Sandarkan kesemuanya.',
  'setting.AWAN_DATABASE_URL':
    'Pangkalan data PostgreSQL: postgres://USER:PASSWORD@HOST:5432/DATABASE.',
  'setting.AWAN_DATABASE_CONNECTIONS':
    'Berapa banyak sambungan ke PostgreSQL yang dibuka setiap proses pelayan paling banyak untuk kerjanya, serta dua lagi untuk dirinya sendiri. Separuh daripadanya untuk perubahan dan suku untuk bacaan yang lama. Jumlah bagi semua proses mesti di bawah max_connections PostgreSQL.',
  'setting.AWAN_BLOBS_URL':
    'Storan S3 untuk kandungan fail: s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX?region=us-east-1. Pilihan lain: tls=false, path_style=true atau false, checksums=when-required atau when-supported. Tanpa HOST, Amazon S3 digunakan.',
  'setting.AWAN_SMTP_URL':
    'Pelayan e-mel: smtp://USER:PASSWORD@HOST:587 atau smtps://USER:PASSWORD@HOST:465. Production memerlukannya.',
  'setting.AWAN_MAIL_FROM':
    'Penghantar e-mel kami, cth. Awan <cloud@example.org>. Diperlukan bersama AWAN_SMTP_URL.',
  'setting.AWAN_SMS_URL':
    'Get laluan SMS: https://:SECRET@HOST/PATH (ditandatangani mengikut Standard Webhooks), twilio://SID:TOKEN@api.twilio.com?from=+15550100, aliyun://KEY:SECRET@dysmsapi.aliyuncs.com?sign=NAME&template=SMS_1 (pemboleh ubahnya code) atau tencent://ID:KEY@sms.tencentcloudapi.com dengan ?app=1400000000&sign=NAME&template=1&params=code,minutes.',
  'setting.AWAN_MAIL_CODES_PER_HOUR':
    'Berapa banyak kod dihantar melalui e-mel dalam sejam, kesemuanya. Mulai separuh daripadanya, captcha diperlukan. Orang yang sudah log masuk atau menggunakan peranti yang dikenali mempunyai bilangan yang sama untuk mereka sendiri, begitu juga yang telah memberikan bukti pertama daripada dua.',
  'setting.AWAN_SMS_CODES_PER_HOUR':
    'Sama untuk SMS, yang berbayar: ini mengehadkan kos yang boleh ditanggungkan orang asing kepada anda.',
  'setting.AWAN_LOG_LEVEL':
    'Berapa banyak yang dilog: off, error, warn, info, debug, trace atau all.',
  'setting.AWAN_METRICS_TOKEN': 'Bearer token untuk membaca /metrics dari mesin lain.',
  'setting.AWAN_TRUSTED_PROXIES':
    'Proksi yang X-Forwarded-For-nya dipercayai: alamat atau rangkaian yang dipisahkan koma, atau loopback, linklocal, uniquelocal.',
  'setting.AWAN_ALLOWED_ORIGINS':
    'Origin lain tempat aplikasi web boleh memanggil pelayan ini, seperti https://app.example.org, dipisahkan koma dan tanpa aksara bebas. Aplikasi web di AWAN_PUBLIC_URL tidak memerlukannya.',
  'setting.AWAN_DEFAULT_QUOTA':
    'Berapa banyak yang boleh disimpan pemacu baharu, cth. 100GB atau 1TiB; none bermaksud tiada had.',
  'setting.AWAN_MAX_FILES':
    'Berapa banyak fail dan folder yang boleh ada dalam satu pemacu, termasuk tong sampahnya. Dikira sekali-sekala, jadi hadnya lebih kurang.',
  'setting.AWAN_TRASH_DAYS':
    'Berapa hari fail disimpan dalam tong sampah pemacu sebelum dipadamkan selama-lamanya.',
  'setting.AWAN_FETCH':
    'on, private atau off: sama ada pelayan memuat turun fail daripada alamat yang dinamakan orang ke dalam pemacu mereka. Dengan private, alamat dalam rangkaian peribadi dan pada mesin ini turut dibenarkan; semua orang yang mempunyai akaun boleh menggunakannya untuk membaca perkhidmatan dalaman.',
  'setting.AWAN_FETCH_MAX_SIZE':
    'Sebesar mana fail yang boleh dimuat turun daripada alamat, cth. 10GB; none bermaksud tiada had selain kuota pemacu.',
  'setting.AWAN_FETCHES_PER_HOUR':
    'Berapa banyak fail yang boleh dimuat turun untuk seseorang daripada alamat dalam sejam, pada setiap proses pelayan.',
  'setting.AWAN_WRITES_PER_MINUTE':
    'Berapa banyak panggilan yang mengubah pemacu boleh dibuat seseorang dalam seminit, pada setiap proses pelayan. Panggilan selebihnya ditolak, dengan masa menunggunya.',
  'setting.AWAN_SEARCHES_PER_MINUTE': 'Sama untuk carian; menaip membuat beberapa carian sesaat.',
  'setting.AWAN_LINKS_PER_MINUTE':
    'Sama untuk pautan kepada kandungan; setiap pratonton meminta satu.',
  'setting.AWAN_ZIPS_PER_MINUTE': 'Sama untuk zip folder dan pilihan.',
  'setting.AWAN_INSTANT_UPLOAD':
    'own atau all. Dengan own, kandungan yang sudah ada dalam pemacu tidak dimuat naik lagi. Dengan all, begitu juga kandungan dalam pemacu orang lain, setelah pemuat naik membuktikan bahawa dia memilikinya; pemuat naik kemudian boleh mengetahui sama ada orang lain di sini mempunyai sesuatu fail.',
  'setting.AWAN_UPLOAD_TTL': 'Berapa lama muat naik yang belum selesai boleh disambung.',
  'setting.AWAN_ACCESS_TOKEN_TTL': 'Berapa lama token akses sah; klien memperbaharuinya sendiri.',
  'setting.AWAN_REFRESH_TOKEN_TTL': 'Berapa lama peranti kekal log masuk tanpa digunakan.',
  'setting.AWAN_SIGNING_KEY_DAYS':
    'Selepas berapa hari kunci baharu menandatangani token. Kunci itu diterbitkan jauh lebih awal, dan yang lama disimpan sehingga tokennya tamat; perubahan berkuat kuasa dengan kunci seterusnya.',
  'setting.AWAN_DELETION_DAYS':
    'Berapa hari antara permintaan untuk memadamkan akaun dan pemadaman muktamadnya. Sehingga itu akaun boleh dipulihkan.',
  'setting.AWAN_PHONE_SIGN_IN':
    'password atau code. Dengan code, log masuk dengan nombor telefon pada peranti baharu memerlukan kod SMS; kata laluan sahaja ditolak.',
  'setting.AWAN_SIGN_UP':
    'open, approval atau closed. Dengan approval, sesiapa yang mendaftar menunggu sehingga pentadbir membenarkannya; closed tidak menerima sesiapa. Akaun pertama sentiasa boleh dibuat.',
  'setting.AWAN_FIRST_ADMIN':
    'Alamat e-mel atau nombor telefon yang boleh mencipta akaun pertama, yang menjadi pentadbir, dari mesin lain tanpa kod persediaan. Kod yang dihantar ke situ membuktikannya. Tidak berkesan lagi setelah ada akaun.',
  'setting.AWAN_REQUIRE_TWO_FACTOR':
    'nobody, administrators atau everybody: siapa yang memerlukan langkah kedua. Sesiapa yang belum mempunyainya boleh log masuk, tetapi mesti menyediakannya sebelum perkara lain.',
  'setting.AWAN_ANONYMOUS':
    'on membenarkan orang bermula tanpa akaun, satu bagi setiap peranti, dan mendaftar kemudian. Sesiapa yang dapat mencapai pelayan kemudian boleh menyimpan fail padanya.',
  'setting.AWAN_TEAM_DRIVES':
    'Siapa yang boleh mencipta pemacu pasukan, yang bukan milik sesiapa dan mempunyai ahli, kuota dan tong sampah sendiri: admins atau everybody.',
  'setting.AWAN_TEAM_DRIVES_EACH':
    'Berapa banyak pemacu pasukan yang boleh dicipta oleh setiap orang, jika semua orang boleh menciptanya. Yang telah dipadamkan tidak dikira, dan pentadbir tiada had.',
  'setting.AWAN_PEOPLE_DIRECTORY':
    'on membolehkan setiap pemilik akaun mencari semua orang dan kumpulan melalui sebahagian nama semasa berkongsi. off hanya mencari mereka yang sudah berkongsi dengannya, dan orang lain melalui nama pengguna atau maklumat hubungan yang lengkap.',
  'setting.AWAN_OUTGOING_PRIVATE':
    'on membenarkan webhook dan penyedia identiti yang ditambah pentadbir dalam rangkaian peribadi dan pada mesin ini; ia boleh digunakan untuk mencapai perkhidmatan dalaman. Apa yang dinamakan tetapan ini sentiasa dibenarkan.',
  'setting.AWAN_BREACHED_PASSWORDS_URL':
    'Perkhidmatan julat untuk kata laluan bocor, seperti https://api.pwnedpasswords.com/range. Hanya lima aksara pertama hash SHA-1 dihantar kepadanya.',
  'setting.provider.client_id':
    'Membenarkan orang log masuk dengan {provider}: ID klien yang diberikannya untuk pelayan ini.',
  'setting.provider.client_secret': 'Rahsia klien daripada {provider}.',
  'setting.provider.client_secret.apple':
    'Kunci peribadi (.p8) yang diberikan Apple, sepenuhnya, dengan \\n bagi pemisah barisnya.',
  'setting.provider.issuer': 'Alamat {provider}, jika anda menjalankannya sendiri.',
  'setting.provider.issuer.oidc':
    'Alamat penyedia; /.well-known/openid-configuration dibaca dari sana.',
  'setting.provider.name': 'Teks pada butangnya.',
  'setting.provider.app_client_ids':
    'ID klien aplikasi natif di {provider}, dipisahkan koma: token ID yang dikeluarkan untuk salah satunya juga diterima.',
  'setting.provider.team_id': 'ID pasukan akaun Apple anda.',
  'setting.provider.key_id': 'ID kunci peribadi di Apple.',
  'setting.unset.AWAN_DATABASE_URL': 'SQLite dalam folder data',
  'setting.unset.AWAN_BLOBS_URL': 'folder data',
  'setting.unset.AWAN_FIRST_ADMIN': 'kod persediaan di terminal',
  'setting.unset.AWAN_SMTP_URL': 'e-mel dipaparkan di terminal',
  'setting.unset.AWAN_SMS_URL': 'mesej dipaparkan di terminal, kecuali dalam production',
  'setting.unset.AWAN_METRICS_TOKEN': 'mesin ini sahaja',
  'setting.unset.AWAN_BREACHED_PASSWORDS_URL': 'hanya senarai yang disertakan dengan Awan',
}
