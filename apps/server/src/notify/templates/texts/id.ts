import type { MailTexts } from '../mail-text.ts'

export const id: MailTexts = {
  code: (code, minutes) => ({
    subject: `Kode Awan Anda: ${code}`,
    title: 'Kode verifikasi Anda',
    paragraphs: [
      `Masukkan kode ini dalam ${minutes} menit. Kode hanya berlaku satu kali.`,
      'Jangan berikan kode ini kepada siapa pun. Jika Anda tidak memintanya, abaikan email ini.',
    ],
  }),
  visitorCode: (code, minutes) => ({
    subject: `Kode Awan Anda untuk mengirim berkas: ${code}`,
    title: 'Konfirmasi alamat email Anda',
    paragraphs: [
      `Masukkan kode ini dalam ${minutes} menit di halaman tempat Anda ingin mengirim berkas. Kode hanya berlaku satu kali.`,
      'Penerima berkas akan melihat alamat ini. Jangan berikan kode ini kepada siapa pun. Jika Anda tidak memintanya, abaikan email ini.',
    ],
  }),
  accountExists: () => ({
    subject: 'Anda sudah memiliki akun Awan',
    title: 'Anda sudah memiliki akun',
    paragraphs: [
      'Seseorang meminta pembuatan akun Awan dengan alamat ini. Akunnya sudah ada, jadi tidak ada yang diubah.',
      'Jika itu Anda, masuklah dengan kata sandi Anda. Jika bukan, abaikan email ini.',
    ],
    action: 'Masuk',
  }),
  noAccount: () => ({
    subject: 'Tidak ada akun Awan untuk alamat ini',
    title: 'Tidak ada akun untuk alamat ini',
    paragraphs: [
      'Seseorang meminta kode untuk memakai akun Awan dengan alamat ini, tetapi akunnya tidak ada.',
      'Mungkin Anda mendaftar dengan alamat lain. Jika itu bukan Anda, abaikan email ini.',
    ],
    action: 'Buat akun',
  }),
  newDevice: () => ({
    subject: 'Ada yang baru masuk ke akun Awan Anda',
    title: 'Masuk dari perangkat baru',
    paragraphs: [
      'Akun Anda digunakan di perangkat yang belum pernah kami lihat.',
      'Jika itu Anda, tidak perlu melakukan apa pun. Jika bukan, segera ubah kata sandi Anda; semua sesi lain akan diakhiri.',
    ],
    action: 'Buka Awan',
  }),
  passwordChanged: () => ({
    subject: 'Kata sandi Awan Anda telah diubah',
    title: 'Kata sandi Anda telah diubah',
    paragraphs: [
      'Semua sesi lain telah diakhiri.',
      'Jika itu bukan Anda, segera minta bantuan administrator Awan ini.',
    ],
  }),
  sessionEnded: () => ({
    subject: 'Sebuah sesi akun Awan Anda telah diakhiri',
    title: 'Kami mengakhiri sebuah sesi untuk melindungi Anda',
    paragraphs: [
      'Token masuk yang sudah pernah dipakai muncul kembali. Token itu mungkin disalin, jadi sesinya kami akhiri.',
      'Silakan masuk lagi. Jika ini terulang, ubah kata sandi Anda.',
    ],
    action: 'Masuk',
  }),
  passkeyAdded: () => ({
    subject: 'Kunci sandi ditambahkan ke akun Awan Anda',
    title: 'Kunci sandi ditambahkan',
    paragraphs: [
      'Mulai sekarang kunci sandi (passkey) ini dapat dipakai untuk masuk ke akun Anda tanpa kata sandi.',
      'Jika itu bukan Anda, segera hapus kunci sandi tersebut dan ubah kata sandi Anda.',
    ],
    action: 'Buka Awan',
  }),
  passkeyRemoved: () => ({
    subject: 'Kunci sandi dihapus dari akun Awan Anda',
    title: 'Kunci sandi dihapus',
    paragraphs: [
      'Kunci sandi (passkey) itu tidak dapat lagi dipakai untuk masuk ke akun Anda.',
      'Jika itu bukan Anda, segera ubah kata sandi Anda dan periksa sesi-sesi Anda.',
    ],
    action: 'Buka Awan',
  }),
  appPasswordCreated: () => ({
    subject: 'Kata sandi aplikasi dibuat untuk akun Awan Anda',
    title: 'Kata sandi aplikasi dibuat',
    paragraphs: [
      'Mulai sekarang program dengan kata sandi aplikasi ini dapat membuka berkas Anda tanpa meminta kata sandi atau verifikasi dua langkah.',
      'Jika itu bukan Anda, segera cabut kata sandi aplikasi tersebut dan ubah kata sandi Anda.',
    ],
    action: 'Buka Awan',
  }),
  appAuthorized: () => ({
    subject: 'Sebuah aplikasi diberi akses ke akun Awan Anda',
    title: 'Sebuah aplikasi diberi akses',
    paragraphs: [
      'Mulai sekarang sebuah aplikasi dapat menggunakan akun Anda sejauh yang Anda izinkan.',
      'Jika itu bukan Anda, cabut aksesnya di daftar aplikasi yang diizinkan dan segera ubah kata sandi Anda.',
    ],
    action: 'Buka Awan',
  }),
  providerBound: () => ({
    subject: 'Cara masuk baru ditambahkan ke akun Awan Anda',
    title: 'Akun pihak ketiga telah ditautkan',
    paragraphs: [
      'Sebuah akun dari penyedia lain telah ditautkan. Siapa pun yang dapat masuk ke akun tersebut kini juga dapat masuk ke akun Anda.',
      'Jika itu bukan Anda, segera lepas tautannya dan ubah kata sandi Anda.',
    ],
    action: 'Buka Awan',
  }),
  providerUnbound: () => ({
    subject: 'Sebuah cara masuk dihapus dari akun Awan Anda',
    title: 'Tautan akun pihak ketiga telah dilepas',
    paragraphs: [
      'Akun dari penyedia lain itu tidak dapat lagi dipakai untuk masuk ke akun Anda.',
      'Jika itu bukan Anda, segera ubah kata sandi Anda dan periksa sesi-sesi Anda.',
    ],
    action: 'Buka Awan',
  }),
  usernameChanged: () => ({
    subject: 'Nama pengguna akun Awan Anda telah diubah',
    title: 'Nama pengguna Anda telah diubah',
    paragraphs: [
      'Anda tidak dapat lagi masuk dengan nama pengguna lama; kontak Anda tetap bisa dipakai.',
      'Jika bukan Anda yang melakukannya, segera atur ulang kata sandi Anda.',
    ],
  }),
  contactChanged: () => ({
    subject: 'Kontak akun Awan Anda telah diubah',
    title: 'Kontak Anda telah diubah',
    paragraphs: [
      'Kode dan pemberitahuan kini dikirim ke alamat atau nomor telepon lain.',
      'Jika bukan Anda yang melakukannya, segera minta bantuan administrator Awan ini.',
    ],
  }),
  deletionRequested: () => ({
    subject: 'Akun Awan Anda akan dihapus',
    title: 'Akun Anda akan dihapus',
    paragraphs: [
      'Semua sesi telah diakhiri. Sampai tanggal di atas tidak ada yang hilang: masuklah dan pilih untuk memulihkan akun.',
      'Setelah itu, akun dan semua berkas Anda dihapus secara permanen. Jika bukan Anda yang memintanya, pulihkan akun dan ubah kata sandi sekarang.',
    ],
    action: 'Pulihkan akun',
  }),
  deletionCancelled: () => ({
    subject: 'Akun Awan Anda telah dipulihkan',
    title: 'Akun Anda telah dipulihkan',
    paragraphs: [
      'Akun ini tidak akan dihapus, dan semua berkas Anda masih ada.',
      'Jika bukan Anda yang melakukannya, ubah kata sandi Anda sekarang.',
    ],
    action: 'Buka Awan',
  }),
  accountDeleted: () => ({
    subject: 'Akun Awan Anda telah dihapus',
    title: 'Akun Anda telah dihapus',
    paragraphs: [
      'Akun dan semua berkas Anda telah dihapus. Semuanya tidak dapat dikembalikan.',
      'Terima kasih telah bersama kami.',
    ],
  }),
  exportRequested: () => ({
    subject: 'Salinan data Awan Anda diminta',
    title: 'Salinan data Anda diminta',
    paragraphs: [
      'Salinan ini berisi semua yang ada di akun Anda dan dapat diunduh selama satu hari oleh siapa pun yang masuk sebagai Anda.',
      'Jika bukan Anda yang memintanya, ubah kata sandi Anda sekarang; semua sesi lain akan berakhir.',
    ],
    action: 'Buka Awan',
  }),
  twoFactorEnabled: () => ({
    subject: 'Verifikasi dua langkah aktif untuk akun Awan Anda',
    title: 'Verifikasi dua langkah aktif',
    paragraphs: [
      'Mulai sekarang, masuk memerlukan langkah kedua selain kata sandi Anda.',
      'Simpan kode pemulihan Anda di tempat yang aman. Jika itu bukan Anda, segera minta bantuan administrator Awan ini.',
    ],
  }),
  twoFactorDisabled: () => ({
    subject: 'Verifikasi dua langkah dinonaktifkan untuk akun Awan Anda',
    title: 'Verifikasi dua langkah dinonaktifkan',
    paragraphs: [
      'Masuk tidak lagi memerlukan langkah kedua, dan tidak ada lagi perangkat yang dipercaya.',
      'Jika itu bukan Anda, segera ubah kata sandi Anda dan aktifkan kembali.',
    ],
    action: 'Buka Awan',
  }),
  twoFactorChanged: () => ({
    subject: 'Langkah kedua akun Awan Anda telah diubah',
    title: 'Langkah kedua Anda telah diubah',
    paragraphs: [
      'Satu cara untuk mengonfirmasi proses masuk ditambahkan atau dihapus, atau kode pemulihan baru dibuat.',
      'Jika itu bukan Anda, segera ubah kata sandi Anda dan periksa pengaturan keamanan.',
    ],
    action: 'Buka Awan',
  }),
  recoveryCodeUsed: () => ({
    subject: 'Kode pemulihan akun Awan Anda telah digunakan',
    title: 'Sebuah kode pemulihan telah digunakan',
    paragraphs: [
      'Seseorang masuk dengan kata sandi Anda dan salah satu kode pemulihan Anda. Kode itu tidak berlaku lagi.',
      'Jika itu Anda, buat kode baru bila sisanya tinggal sedikit. Jika bukan, segera ubah kata sandi Anda.',
    ],
    action: 'Buka Awan',
  }),
  secondStepFailing: () => ({
    subject: 'Seseorang mungkin mengetahui kata sandi Awan Anda',
    title: 'Seseorang mungkin mengetahui kata sandi Anda',
    paragraphs: [
      'Kata sandi dimasukkan dengan benar beberapa kali, tetapi kode langkah kedua salah. Akun Anda tidak terbuka.',
      'Jika itu bukan Anda, segera ubah kata sandi Anda.',
    ],
    action: 'Buka Awan',
  }),
  accountStopped: () => ({
    subject: 'Akun Awan Anda ditangguhkan',
    title: 'Akun Anda ditangguhkan',
    paragraphs: [
      'Administrator Awan ini telah menangguhkan akun Anda. Semua sesi telah diakhiri dan akun tidak dapat digunakan untuk sementara. Berkas Anda tetap tersimpan.',
      'Jika menurut Anda ini keliru, hubungi administrator.',
    ],
  }),
  accountReleased: () => ({
    subject: 'Akun Awan Anda dapat digunakan',
    title: 'Akun Anda dapat digunakan',
    paragraphs: ['Administrator Awan ini telah membuka akun Anda. Anda dapat masuk sekarang.'],
    action: 'Masuk',
  }),
  resetDemanded: () => ({
    subject: 'Akun Awan Anda memerlukan kata sandi baru',
    title: 'Akun Anda memerlukan kata sandi baru',
    paragraphs: [
      'Administrator Awan ini meminta Anda membuat kata sandi baru. Semua sesi telah diakhiri dan kata sandi lama tidak berlaku lagi.',
      'Atur ulang saat Anda masuk. Jangan berikan kepada siapa pun, termasuk administrator.',
    ],
    action: 'Masuk',
  }),
  administratorAppointed: () => ({
    subject: 'Anda kini administrator Awan',
    title: 'Anda kini administrator',
    paragraphs: [
      'Administrator Awan ini menjadikan Anda administrator juga. Anda dapat mengelola akun, aplikasi, dan pengaturan.',
      'Aktifkan langkah kedua jika belum.',
    ],
    action: 'Buka Awan',
  }),
  administratorDismissed: () => ({
    subject: 'Anda bukan lagi administrator Awan',
    title: 'Anda bukan lagi administrator',
    paragraphs: [
      'Administrator Awan ini mengakhiri tugas Anda sebagai administrator. Akun dan berkas Anda tidak berubah.',
    ],
    action: 'Buka Awan',
  }),
  administratorsChanged: () => ({
    subject: 'Administrator Awan berubah',
    title: 'Administrator berubah',
    paragraphs: [
      'Seseorang menjadi administrator Awan ini, atau bukan lagi administrator. Log audit menunjukkan siapa orangnya dan siapa yang melakukannya.',
      'Jika Anda tidak menduga hal ini, segera hubungi administrator lain.',
    ],
    action: 'Buka Awan',
  }),
  sessionsEnded: () => ({
    subject: 'Anda dikeluarkan dari akun Awan',
    title: 'Anda dikeluarkan dari semua perangkat',
    paragraphs: [
      'Administrator Awan ini telah mengakhiri semua sesi Anda. Berkas Anda tidak berubah.',
      'Masuk lagi untuk melanjutkan.',
    ],
    action: 'Masuk',
  }),
  secondStepRemoved: () => ({
    subject: 'Verifikasi dua langkah akun Awan Anda telah dinonaktifkan',
    title: 'Verifikasi dua langkah telah dinonaktifkan',
    paragraphs: [
      'Administrator Awan ini melakukannya untuk Anda. Semua sesi telah diakhiri dan tidak ada lagi perangkat tepercaya.',
      'Masuk dan aktifkan kembali. Jika Anda tidak memintanya, segera beri tahu administrator.',
    ],
    action: 'Masuk',
  }),
  deletionDecided: () => ({
    subject: 'Administrator akan menghapus akun Awan Anda',
    title: 'Akun Anda akan dihapus',
    paragraphs: [
      'Administrator Awan ini memutuskannya, dan semua sesi telah diakhiri. Setelah tanggal di atas, akun dan semua berkas Anda dihapus secara permanen.',
      'Jika menurut Anda ini keliru, masuklah sebelum tanggal itu atau hubungi administrator.',
    ],
    action: 'Masuk',
  }),
  deletionReminder: () => ({
    subject: 'Akun Awan Anda akan segera dihapus',
    title: 'Akun Anda akan segera dihapus',
    paragraphs: [
      'Pada tanggal di atas, akun dan semua berkas Anda dihapus secara permanen.',
      'Untuk mempertahankannya, masuklah sebelum tanggal itu. Jika tidak bisa, hubungi administrator Awan ini.',
    ],
    action: 'Masuk',
  }),
  invitation: () => ({
    subject: 'Ada yang dibagikan kepada Anda di Awan',
    title: 'Ada yang dibagikan kepada Anda',
    paragraphs: [
      'Masuklah, atau buat akun dengan alamat email ini, lalu temukan di “Dibagikan kepada saya”.',
      'Jika Anda tidak mengenal pengirimnya, abaikan email ini.',
    ],
    action: 'Buka Awan',
  }),
  sharedWithYou: () => ({
    subject: 'Seseorang membagikan sesuatu kepada Anda di Awan',
    title: 'Ada yang dibagikan kepada Anda',
    paragraphs: ['Temukan di kotak masuk Anda dan di “Dibagikan kepada saya”.'],
    action: 'Buka kotak masuk',
  }),
  roleChanged: () => ({
    subject: 'Peran Anda di Awan diubah',
    title: 'Peran Anda diubah',
    paragraphs: [
      'Mulai sekarang, hal yang dapat Anda lakukan dengan item yang dibagikan kepada Anda berubah.',
    ],
    action: 'Buka kotak masuk',
  }),
  accessEnded: () => ({
    subject: 'Akses Anda di Awan diakhiri',
    title: 'Akses Anda diakhiri',
    paragraphs: [
      'Suatu item tidak lagi dibagikan kepada Anda. Jika menurut Anda ini keliru, tanyakan kepada orang yang membagikannya.',
    ],
    action: 'Buka kotak masuk',
  }),
  managerAppointed: () => ({
    subject: 'Seorang manajer ditunjuk di Awan',
    title: 'Drive tim Anda memiliki manajer baru',
    paragraphs: [
      'Administrator server ini menunjuk seseorang sebagai manajer drive tim yang Anda kelola. Manajer dapat membaca, mengubah, dan membagikan semua isinya. Jika Anda tidak menduga hal ini, periksa anggota drive tersebut.',
    ],
    action: 'Buka kotak masuk',
  }),
  dropArrived: () => ({
    subject: 'Berkas telah tiba di folder kiriman Anda di Awan',
    title: 'Berkas telah tiba di folder kiriman Anda',
    paragraphs: ['Pengunjung tautan Anda yang mengirimnya. Buka hanya berkas yang Anda tunggu.'],
    action: 'Buka kotak masuk',
  }),
  accessAsked: () => ({
    subject: 'Seseorang meminta akses kepada Anda di Awan',
    title: 'Seseorang meminta akses kepada Anda',
    paragraphs: [
      'Anda dapat menyetujui atau menolak permintaan ini di kotak masuk. Jika Anda tidak mengenal orangnya, tolaklah.',
    ],
    action: 'Buka kotak masuk',
  }),
  transferOffered: () => ({
    subject: 'Seseorang menawarkan berkas atau folder kepada Anda di Awan',
    title: 'Seseorang menawarkan berkas atau folder kepada Anda',
    paragraphs: [
      'Berkas atau folder itu menjadi milik Anda setelah Anda menerimanya di kotak masuk, dan dihitung dalam penyimpanan Anda. Jika Anda tidak mengenal orangnya, tolaklah.',
    ],
    action: 'Buka kotak masuk',
  }),
  transferAnswered: () => ({
    subject: 'Tawaran Anda di Awan telah dijawab',
    title: 'Tawaran Anda telah dijawab',
    paragraphs: ['Kotak masuk menunjukkan apakah tawaran itu diterima atau ditolak.'],
    action: 'Buka kotak masuk',
  }),
  labels: {
    device: 'Perangkat',
    address: 'Alamat',
    time: 'Waktu',
    deletion: 'Penghapusan',
    from: 'Dari',
    item: 'Dibagikan',
    place: 'Berkas atau folder',
    role: 'Peran',
    files: 'Berkas',
    more: 'Lainnya',
  },
  roles: {
    viewer: 'Pelihat',
    contributor: 'Kontributor',
    editor: 'Editor',
    manager: 'Manajer',
    drop: 'Folder kiriman',
  },
  unsubscribe: {
    link: 'Hentikan email ini',
    question: 'Hentikan email ini?',
    explanation:
      'Anda tidak akan menerima email jenis ini lagi. Pesannya tetap ada di kotak masuk, dan email dapat dinyalakan lagi di pengaturan.',
    button: 'Hentikan',
    done: 'Anda tidak menerima email jenis ini lagi',
    afterwards: 'Anda dapat menyalakannya lagi di pengaturan.',
  },
  footer: 'Email ini dikirim otomatis oleh Awan; balasannya tidak dibaca.',
}
