import type { texts as english } from '../en/settings.ts'

export const texts: Record<keyof typeof english, string> = {
  'setting.PORT': 'Port untuk menerima sambungan; 0 mengambil port yang lapang.',
  'setting.AWAN_HOST':
    'Alamat untuk menerima sambungan. 127.0.0.1 ialah mesin ini sahaja (dan proksi padanya); 0.0.0.0 atau :: membuka kepada seluruh rangkaian, termasuk telefon.',
  'setting.AWAN_ENV':
    'development atau production. Production mewajibkan alamat https dan pelayan mel; development memaparkan kod di terminal dan, kepada mesin ini sahaja, di /dev/outbox.',
  'setting.AWAN_PUBLIC_URL':
    'Alamat yang dibuka orang, seperti yang dipaparkan pelayar mereka. Production memerlukan https. Kunci laluan terikat pada nama hosnya: dengan nama lain, kunci itu tidak lagi berfungsi.',
  'setting.AWAN_DATA_DIR':
    'Folder untuk pangkalan data, fail dan kunci yang dijana. Sandarkan kesemuanya.',
  'setting.AWAN_DATABASE_URL':
    'Pangkalan data PostgreSQL: postgres://USER:PASSWORD@HOST:5432/DATABASE.',
  'setting.AWAN_BLOBS_URL':
    'Storan S3 untuk kandungan fail: s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX?region=us-east-1. Pilihan lain: tls=false, path_style=true atau false, checksums=when-required atau when-supported. Tanpa HOST, Amazon S3 digunakan.',
  'setting.AWAN_SMTP_URL':
    'Pelayan mel: smtp://USER:PASSWORD@HOST:587 atau smtps://USER:PASSWORD@HOST:465. Production memerlukannya.',
  'setting.AWAN_MAIL_FROM':
    'Penghantar mel kami, cth. Awan <cloud@example.org>. Diperlukan bersama AWAN_SMTP_URL.',
  'setting.AWAN_SMS_URL':
    'Get laluan SMS: https://:SECRET@HOST/PATH (ditandatangani mengikut Standard Webhooks), twilio://SID:TOKEN@api.twilio.com?from=+15550100, aliyun://KEY:SECRET@dysmsapi.aliyuncs.com?sign=NAME&template=SMS_1 (pemboleh ubahnya code) atau tencent://ID:KEY@sms.tencentcloudapi.com dengan ?app=1400000000&sign=NAME&template=1&params=code,minutes.',
  'setting.AWAN_MAIL_CODES_PER_HOUR':
    'Berapa banyak kod dihantar melalui mel dalam sejam, kesemuanya. Selepas separuh, sesiapa yang mahukannya perlu membuat sedikit kerja dahulu.',
  'setting.AWAN_SMS_CODES_PER_HOUR':
    'Sama untuk SMS, yang berbayar: paling banyak yang boleh ditanggungkan orang asing kepada anda.',
  'setting.AWAN_LOG_LEVEL':
    'Berapa banyak yang dilog: off, error, warn, info, debug, trace atau all.',
  'setting.AWAN_METRICS_TOKEN':
    'Sesiapa yang menghantarnya sebagai bearer token boleh membaca /metrics dari tempat lain.',
  'setting.AWAN_TRUSTED_PROXIES':
    'Proksi yang X-Forwarded-For-nya dipercayai: alamat atau rangkaian yang dipisahkan koma, atau loopback, linklocal, uniquelocal.',
  'setting.AWAN_ALLOWED_ORIGINS':
    'Tempat lain apl web yang memanggil pelayan ini boleh berjalan: origin seperti https://app.example.org, setiap satu ditulis penuh, dipisahkan koma. Apl web di AWAN_PUBLIC_URL tidak memerlukannya.',
  'setting.AWAN_DEFAULT_QUOTA':
    'Berapa banyak yang boleh disimpan pemacu baharu, cth. 100GB atau 1TiB; none bermaksud tiada had.',
  'setting.AWAN_TRASH_DAYS':
    'Berapa hari barang disimpan dalam tong sampah drive sebelum dipadam buat selama-lamanya.',
  'setting.AWAN_WRITES_PER_MINUTE':
    'Berapa banyak panggilan yang mengubah pemacu boleh dibuat seseorang dalam seminit, pada setiap proses. Sesiapa yang melebihinya diberitahu bila boleh diteruskan.',
  'setting.AWAN_SEARCHES_PER_MINUTE': 'Sama untuk carian; menaip membuat beberapa carian sesaat.',
  'setting.AWAN_LINKS_PER_MINUTE':
    'Sama untuk pautan kepada kandungan; setiap pratonton meminta satu.',
  'setting.AWAN_ZIPS_PER_MINUTE': 'Sama untuk zip folder dan pilihan.',
  'setting.AWAN_INSTANT_UPLOAD':
    'own atau all. Apa yang sudah ada dalam sesebuah pemacu tidak dihantar lagi ke sana; dengan all, begitu juga apa yang ada dalam pemacu orang lain, setelah penghantar membuktikan bahawa dia juga memilikinya. Sesiapa yang memiliki sebuah fail kemudian boleh mengetahui sama ada orang lain di sini memilikinya.',
  'setting.AWAN_UPLOAD_TTL': 'Berapa lama muat naik yang belum selesai boleh disambung.',
  'setting.AWAN_ACCESS_TOKEN_TTL': 'Berapa lama token akses sah; klien memperbaharuinya sendiri.',
  'setting.AWAN_REFRESH_TOKEN_TTL': 'Berapa lama peranti kekal log masuk tanpa digunakan.',
  'setting.AWAN_SIGNING_KEY_DAYS':
    'Selepas berapa hari kunci baharu menandatangani token. Kunci itu diterbitkan jauh lebih awal, dan yang lama disimpan sehingga tokennya tamat; perubahan berkuat kuasa dengan kunci seterusnya.',
  'setting.AWAN_DELETION_DAYS':
    'Berapa hari akaun menunggu antara permintaan pemiliknya untuk memadam dan tamatnya segala isinya. Sehingga itu akaun boleh dipulihkan.',
  'setting.AWAN_PHONE_SIGN_IN':
    'password atau code. Dengan code, sesiapa yang log masuk dengan nombor telefon pada peranti yang baharu baginya memerlukan kod SMS; kata laluan sahaja ditolak.',
  'setting.AWAN_SIGN_UP':
    'open, approval atau closed. Dengan approval, sesiapa yang mendaftar menunggu sehingga pentadbir membenarkannya; closed tidak menerima sesiapa. Akaun pertama sentiasa boleh dibuat.',
  'setting.AWAN_FIRST_ADMIN':
    'Alamat e-mel atau nombor telefon yang boleh mencipta akaun pertama, yang menjadi pentadbir, dari mesin lain tanpa kod persediaan. Kod yang dihantar ke situ membuktikannya. Tidak berkesan lagi setelah ada akaun.',
  'setting.AWAN_REQUIRE_TWO_FACTOR':
    'nobody, administrators atau everybody: siapa yang memerlukan langkah kedua. Sesiapa yang belum mempunyainya boleh log masuk dan menyediakannya, dan tidak boleh membuat apa-apa lagi sebelum itu.',
  'setting.AWAN_ANONYMOUS':
    'on membenarkan orang bermula tanpa akaun, satu bagi setiap peranti, dan mendaftar kemudian. Sesiapa yang dapat mencapai pelayan kemudian boleh menyimpan fail padanya.',
  'setting.AWAN_OUTGOING_PRIVATE':
    'on membenarkan webhook dan pembekal identiti yang ditambah pentadbir menuju rangkaian peribadi dan mesin ini, yang boleh digunakan untuk mencapai apa yang hanya boleh dicapai dari dalam. Apa yang dinamakan tetapan ini sentiasa dibenarkan.',
  'setting.AWAN_BREACHED_PASSWORDS_URL':
    'Perkhidmatan yang mengenali kata laluan bocor mengikut julat, seperti https://api.pwnedpasswords.com/range. Hanya lima aksara pertama SHA-1 dihantar kepadanya.',
  'setting.provider.client_id':
    'Membenarkan orang log masuk dengan {provider}: id klien yang diberikannya untuk Awan ini.',
  'setting.provider.client_secret': 'Rahsia klien yang diberikan {provider}.',
  'setting.provider.client_secret.apple':
    'Kunci peribadi (.p8) yang diberikan Apple, sepenuhnya, dengan \\n bagi pemisah barisnya.',
  'setting.provider.issuer': 'Tempat {provider} berjalan, apabila ia milik anda sendiri.',
  'setting.provider.issuer.oidc':
    'Tempat penyedia berjalan; /.well-known/openid-configuration dibaca dari sana.',
  'setting.provider.name': 'Apa yang dibaca orang pada butangnya.',
  'setting.provider.app_client_ids':
    'Id klien apl natif di {provider}, dipisahkan koma: token ID yang diperoleh salah satunya juga diterima.',
  'setting.provider.team_id': 'Id pasukan akaun Apple anda.',
  'setting.provider.key_id': 'Id kunci peribadi di Apple.',
  'setting.unset.AWAN_DATABASE_URL': 'SQLite dalam folder data',
  'setting.unset.AWAN_BLOBS_URL': 'folder data',
  'setting.unset.AWAN_SMTP_URL': 'mel dipaparkan di terminal',
  'setting.unset.AWAN_SMS_URL': 'mesej dipaparkan di terminal, kecuali dalam production',
  'setting.unset.AWAN_METRICS_TOKEN': 'mesin ini sahaja',
  'setting.unset.AWAN_BREACHED_PASSWORDS_URL': 'hanya senarai yang disertakan dengan Awan',
}
