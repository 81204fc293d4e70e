import type { MailTexts } from '../mail-text.ts'

export const ms: MailTexts = {
  code: (code, minutes) => ({
    subject: `Kod Awan anda: ${code}`,
    title: 'Kod pengesahan anda',
    paragraphs: [
      `Masukkan kod ini dalam masa ${minutes} minit. Kod ini sah sekali sahaja.`,
      'Jangan berikan kod ini kepada sesiapa. Jika anda tidak memintanya, abaikan e-mel ini.',
    ],
  }),
  visitorCode: (code, minutes) => ({
    subject: `Kod Awan anda untuk menghantar fail: ${code}`,
    title: 'Sahkan alamat e-mel anda',
    paragraphs: [
      `Masukkan kod ini dalam masa ${minutes} minit di halaman tempat anda ingin menghantar fail. Kod ini sah sekali sahaja.`,
      'Penerima fail akan melihat alamat ini. Jangan berikan kod ini kepada sesiapa. Jika anda tidak memintanya, abaikan e-mel ini.',
    ],
  }),
  accountExists: () => ({
    subject: 'Anda sudah mempunyai akaun Awan',
    title: 'Anda sudah mempunyai akaun',
    paragraphs: [
      'Seseorang meminta akaun Awan dibuat dengan alamat ini. Akaunnya sudah wujud, jadi tiada apa-apa yang diubah.',
      'Jika itu anda, log masuk dengan kata laluan anda. Jika bukan, abaikan e-mel ini.',
    ],
    action: 'Log masuk',
  }),
  noAccount: () => ({
    subject: 'Tiada akaun Awan untuk alamat ini',
    title: 'Tiada akaun untuk alamat ini',
    paragraphs: [
      'Seseorang meminta kod untuk menggunakan akaun Awan dengan alamat ini, tetapi akaunnya tidak wujud.',
      'Mungkin anda mendaftar dengan alamat lain. Jika itu bukan anda, abaikan e-mel ini.',
    ],
    action: 'Cipta akaun',
  }),
  newDevice: () => ({
    subject: 'Log masuk baharu ke akaun Awan anda',
    title: 'Log masuk daripada peranti baharu',
    paragraphs: [
      'Akaun anda digunakan pada peranti yang belum pernah kami lihat.',
      'Jika itu anda, anda tidak perlu berbuat apa-apa. Jika bukan, tukar kata laluan anda sekarang; semua sesi lain akan ditamatkan.',
    ],
    action: 'Buka Awan',
  }),
  passwordChanged: () => ({
    subject: 'Kata laluan Awan anda telah ditukar',
    title: 'Kata laluan anda telah ditukar',
    paragraphs: [
      'Semua sesi lain telah ditamatkan.',
      'Jika itu bukan anda, segera minta bantuan pentadbir Awan ini.',
    ],
  }),
  sessionEnded: () => ({
    subject: 'Satu sesi akaun Awan anda telah ditamatkan',
    title: 'Kami menamatkan satu sesi untuk melindungi anda',
    paragraphs: [
      'Token log masuk yang telah digunakan muncul semula. Token itu mungkin telah disalin, jadi sesinya kami tamatkan.',
      'Sila log masuk semula. Jika ini berulang, tukar kata laluan anda.',
    ],
    action: 'Log masuk',
  }),
  passkeyAdded: () => ({
    subject: 'Kunci laluan ditambah pada akaun Awan anda',
    title: 'Kunci laluan ditambah',
    paragraphs: [
      'Mulai sekarang kunci laluan (passkey) ini boleh digunakan untuk log masuk ke akaun anda tanpa kata laluan.',
      'Jika itu bukan anda, segera buang kunci laluan tersebut dan tukar kata laluan anda.',
    ],
    action: 'Buka Awan',
  }),
  passkeyRemoved: () => ({
    subject: 'Kunci laluan dibuang daripada akaun Awan anda',
    title: 'Kunci laluan dibuang',
    paragraphs: [
      'Kunci laluan (passkey) itu tidak lagi boleh digunakan untuk log masuk ke akaun anda.',
      'Jika itu bukan anda, segera tukar kata laluan anda dan semak sesi anda.',
    ],
    action: 'Buka Awan',
  }),
  appPasswordCreated: () => ({
    subject: 'Kata laluan aplikasi dicipta untuk akaun Awan anda',
    title: 'Kata laluan aplikasi dicipta',
    paragraphs: [
      'Mulai sekarang program dengan kata laluan aplikasi ini boleh membuka fail anda tanpa meminta kata laluan atau pengesahan dua langkah.',
      'Jika itu bukan anda, segera batalkan kata laluan aplikasi tersebut dan tukar kata laluan anda.',
    ],
    action: 'Buka Awan',
  }),
  appAuthorized: () => ({
    subject: 'Sebuah aplikasi diberi akses kepada akaun Awan anda',
    title: 'Sebuah aplikasi diberi akses',
    paragraphs: [
      'Mulai sekarang sebuah aplikasi boleh menggunakan akaun anda setakat yang anda benarkan.',
      'Jika itu bukan anda, tarik balik aksesnya dalam senarai aplikasi yang dibenarkan dan segera tukar kata laluan anda.',
    ],
    action: 'Buka Awan',
  }),
  providerBound: () => ({
    subject: 'Cara log masuk baharu ditambah pada akaun Awan anda',
    title: 'Akaun pihak ketiga telah dipautkan',
    paragraphs: [
      'Satu akaun daripada penyedia lain telah dipautkan. Sesiapa yang boleh log masuk ke akaun tersebut kini boleh log masuk ke akaun anda.',
      'Jika itu bukan anda, segera nyahpautkannya dan tukar kata laluan anda.',
    ],
    action: 'Buka Awan',
  }),
  providerUnbound: () => ({
    subject: 'Satu cara log masuk dibuang daripada akaun Awan anda',
    title: 'Pautan akaun pihak ketiga telah dibuang',
    paragraphs: [
      'Akaun daripada penyedia lain itu tidak lagi boleh digunakan untuk log masuk ke akaun anda.',
      'Jika itu bukan anda, segera tukar kata laluan anda dan semak sesi anda.',
    ],
    action: 'Buka Awan',
  }),
  usernameChanged: () => ({
    subject: 'Nama pengguna akaun Awan anda telah ditukar',
    title: 'Nama pengguna anda telah ditukar',
    paragraphs: [
      'Anda tidak boleh lagi log masuk dengan nama pengguna lama; maklumat hubungan anda masih boleh digunakan.',
      'Jika bukan anda yang melakukannya, tetapkan semula kata laluan anda dengan segera.',
    ],
  }),
  contactChanged: () => ({
    subject: 'Maklumat hubungan akaun Awan anda telah ditukar',
    title: 'Maklumat hubungan anda telah ditukar',
    paragraphs: [
      'Kod dan notis kini dihantar ke alamat atau nombor telefon lain.',
      'Jika bukan anda yang melakukannya, minta bantuan pentadbir Awan ini dengan segera.',
    ],
  }),
  deletionRequested: () => ({
    subject: 'Akaun Awan anda akan dipadamkan',
    title: 'Akaun anda akan dipadamkan',
    paragraphs: [
      'Semua sesi telah ditamatkan. Sehingga tarikh di atas tiada apa-apa yang hilang: log masuk dan pilih untuk memulihkan akaun.',
      'Selepas itu, akaun dan semua fail anda dipadamkan buat selama-lamanya. Jika bukan anda yang memintanya, pulihkan akaun dan tukar kata laluan sekarang.',
    ],
    action: 'Pulihkan akaun',
  }),
  deletionCancelled: () => ({
    subject: 'Akaun Awan anda telah dipulihkan',
    title: 'Akaun anda telah dipulihkan',
    paragraphs: [
      'Akaun ini tidak akan dipadamkan, dan semua fail anda masih ada.',
      'Jika bukan anda yang melakukannya, tukar kata laluan anda sekarang.',
    ],
    action: 'Buka Awan',
  }),
  accountDeleted: () => ({
    subject: 'Akaun Awan anda telah dipadamkan',
    title: 'Akaun anda telah dipadamkan',
    paragraphs: [
      'Akaun dan semua fail anda telah dipadamkan. Semuanya tidak dapat dikembalikan.',
      'Terima kasih kerana bersama kami.',
    ],
  }),
  exportRequested: () => ({
    subject: 'Salinan data Awan anda diminta',
    title: 'Salinan data anda diminta',
    paragraphs: [
      'Salinan ini mengandungi semua yang ada dalam akaun anda dan boleh dimuat turun selama sehari oleh sesiapa yang log masuk sebagai anda.',
      'Jika bukan anda yang memintanya, tukar kata laluan anda sekarang; semua sesi lain akan ditamatkan.',
    ],
    action: 'Buka Awan',
  }),
  twoFactorEnabled: () => ({
    subject: 'Pengesahan dua langkah dihidupkan untuk akaun Awan anda',
    title: 'Pengesahan dua langkah dihidupkan',
    paragraphs: [
      'Mulai sekarang, log masuk memerlukan langkah kedua selain kata laluan anda.',
      'Simpan kod pemulihan anda di tempat yang selamat. Jika itu bukan anda, segera minta bantuan pentadbir Awan ini.',
    ],
  }),
  twoFactorDisabled: () => ({
    subject: 'Pengesahan dua langkah dimatikan untuk akaun Awan anda',
    title: 'Pengesahan dua langkah dimatikan',
    paragraphs: [
      'Log masuk tidak lagi memerlukan langkah kedua, dan tiada lagi peranti yang dipercayai.',
      'Jika itu bukan anda, tukar kata laluan anda sekarang dan hidupkannya semula.',
    ],
    action: 'Buka Awan',
  }),
  twoFactorChanged: () => ({
    subject: 'Langkah kedua akaun Awan anda telah diubah',
    title: 'Langkah kedua anda telah diubah',
    paragraphs: [
      'Satu cara untuk mengesahkan log masuk telah ditambah atau dibuang, atau kod pemulihan baharu telah dibuat.',
      'Jika itu bukan anda, tukar kata laluan anda sekarang dan semak tetapan keselamatan.',
    ],
    action: 'Buka Awan',
  }),
  recoveryCodeUsed: () => ({
    subject: 'Kod pemulihan akaun Awan anda telah digunakan',
    title: 'Satu kod pemulihan telah digunakan',
    paragraphs: [
      'Seseorang log masuk dengan kata laluan anda dan salah satu kod pemulihan anda. Kod itu tidak sah lagi.',
      'Jika itu anda, buat kod baharu apabila bakinya tinggal sedikit. Jika bukan, tukar kata laluan anda sekarang.',
    ],
    action: 'Buka Awan',
  }),
  secondStepFailing: () => ({
    subject: 'Seseorang mungkin mengetahui kata laluan Awan anda',
    title: 'Seseorang mungkin mengetahui kata laluan anda',
    paragraphs: [
      'Kata laluan dimasukkan dengan betul beberapa kali, tetapi kod langkah kedua salah. Akaun anda tidak dibuka.',
      'Jika itu bukan anda, tukar kata laluan anda sekarang.',
    ],
    action: 'Buka Awan',
  }),
  accountStopped: () => ({
    subject: 'Akaun Awan anda digantung',
    title: 'Akaun anda digantung',
    paragraphs: [
      'Pentadbir Awan ini telah menggantung akaun anda. Semua sesi telah ditamatkan dan akaun tidak dapat digunakan buat masa ini. Fail anda tetap disimpan.',
      'Jika anda rasa ini satu kesilapan, hubungi pentadbir.',
    ],
  }),
  accountReleased: () => ({
    subject: 'Akaun Awan anda boleh digunakan',
    title: 'Akaun anda boleh digunakan',
    paragraphs: ['Pentadbir Awan ini telah membuka akaun anda. Anda boleh log masuk sekarang.'],
    action: 'Log masuk',
  }),
  resetDemanded: () => ({
    subject: 'Akaun Awan anda memerlukan kata laluan baharu',
    title: 'Akaun anda memerlukan kata laluan baharu',
    paragraphs: [
      'Pentadbir Awan ini meminta anda menetapkan kata laluan baharu. Semua sesi telah ditamatkan dan kata laluan lama tidak lagi berfungsi.',
      'Tetapkan semula semasa log masuk. Jangan beri kepada sesiapa, termasuk pentadbir.',
    ],
    action: 'Log masuk',
  }),
  administratorAppointed: () => ({
    subject: 'Anda kini pentadbir Awan',
    title: 'Anda kini pentadbir',
    paragraphs: [
      'Pentadbir Awan ini menjadikan anda pentadbir juga. Anda boleh mengurus akaun, aplikasi dan tetapan.',
      'Hidupkan langkah kedua jika belum.',
    ],
    action: 'Buka Awan',
  }),
  administratorDismissed: () => ({
    subject: 'Anda bukan lagi pentadbir Awan',
    title: 'Anda bukan lagi pentadbir',
    paragraphs: [
      'Pentadbir Awan ini menamatkan tugas anda sebagai pentadbir. Akaun dan fail anda tidak terjejas.',
    ],
    action: 'Buka Awan',
  }),
  administratorsChanged: () => ({
    subject: 'Pentadbir Awan telah berubah',
    title: 'Pentadbir telah berubah',
    paragraphs: [
      'Seseorang menjadi pentadbir Awan ini, atau bukan lagi pentadbir. Log audit menunjukkan siapa orangnya dan siapa yang melakukannya.',
      'Jika anda tidak menjangkakan hal ini, segera hubungi pentadbir lain.',
    ],
    action: 'Buka Awan',
  }),
  sessionsEnded: () => ({
    subject: 'Anda telah dilog keluar daripada akaun Awan',
    title: 'Anda telah dilog keluar di semua peranti',
    paragraphs: [
      'Pentadbir Awan ini telah menamatkan semua sesi anda. Fail anda tidak terjejas.',
      'Log masuk semula untuk meneruskan.',
    ],
    action: 'Log masuk',
  }),
  secondStepRemoved: () => ({
    subject: 'Pengesahan dua langkah akaun Awan anda telah dimatikan',
    title: 'Pengesahan dua langkah telah dimatikan',
    paragraphs: [
      'Pentadbir Awan ini melakukannya untuk anda. Semua sesi telah ditamatkan dan tiada lagi peranti yang dipercayai.',
      'Log masuk dan hidupkan semula. Jika anda tidak memintanya, segera maklumkan pentadbir.',
    ],
    action: 'Log masuk',
  }),
  deletionDecided: () => ({
    subject: 'Pentadbir akan memadamkan akaun Awan anda',
    title: 'Akaun anda akan dipadamkan',
    paragraphs: [
      'Pentadbir Awan ini telah memutuskannya, dan semua sesi telah ditamatkan. Selepas tarikh di atas, akaun dan semua fail anda dipadamkan buat selama-lamanya.',
      'Jika anda rasa ini satu kesilapan, log masuk sebelum tarikh itu atau hubungi pentadbir.',
    ],
    action: 'Log masuk',
  }),
  deletionReminder: () => ({
    subject: 'Akaun Awan anda akan dipadamkan tidak lama lagi',
    title: 'Akaun anda akan dipadamkan tidak lama lagi',
    paragraphs: [
      'Pada tarikh di atas, akaun dan semua fail anda dipadamkan buat selama-lamanya.',
      'Untuk mengekalkannya, log masuk sebelum tarikh itu. Jika tidak boleh, hubungi pentadbir Awan ini.',
    ],
    action: 'Log masuk',
  }),
  invitation: () => ({
    subject: 'Sesuatu telah dikongsi dengan anda di Awan',
    title: 'Sesuatu telah dikongsi dengan anda',
    paragraphs: [
      'Log masuk, atau cipta akaun dengan alamat e-mel ini, dan anda akan menemuinya di “Dikongsi dengan saya”.',
      'Jika anda tidak mengenali penghantarnya, abaikan e-mel ini.',
    ],
    action: 'Buka Awan',
  }),
  sharedWithYou: () => ({
    subject: 'Seseorang berkongsi sesuatu dengan anda di Awan',
    title: 'Sesuatu telah dikongsi dengan anda',
    paragraphs: ['Anda akan menemuinya dalam peti masuk anda dan di “Dikongsi dengan saya”.'],
    action: 'Buka peti masuk',
  }),
  roleChanged: () => ({
    subject: 'Peranan anda di Awan telah diubah',
    title: 'Peranan anda telah diubah',
    paragraphs: [
      'Mulai sekarang, perkara yang boleh anda lakukan dengan item yang dikongsi dengan anda berubah.',
    ],
    action: 'Buka peti masuk',
  }),
  accessEnded: () => ({
    subject: 'Akses anda di Awan telah ditamatkan',
    title: 'Akses anda telah ditamatkan',
    paragraphs: [
      'Suatu item tidak lagi dikongsi dengan anda. Jika anda rasa ini satu kesilapan, tanya orang yang mengongsinya.',
    ],
    action: 'Buka peti masuk',
  }),
  managerAppointed: () => ({
    subject: 'Seorang pengurus dilantik di Awan',
    title: 'Pemacu pasukan anda mempunyai pengurus baharu',
    paragraphs: [
      'Pentadbir pelayan ini melantik seseorang sebagai pengurus pemacu pasukan yang anda urus. Pengurus boleh membaca, mengubah dan berkongsi semua kandungannya. Jika anda tidak menjangkakan hal ini, semak ahli pemacu tersebut.',
    ],
    action: 'Buka peti masuk',
  }),
  dropArrived: () => ({
    subject: 'Fail telah tiba dalam folder serahan anda di Awan',
    title: 'Fail telah tiba dalam folder serahan anda',
    paragraphs: ['Pelawat pautan anda yang menghantarnya. Buka hanya fail yang anda jangkakan.'],
    action: 'Buka peti masuk',
  }),
  accessAsked: () => ({
    subject: 'Seseorang meminta akses daripada anda di Awan',
    title: 'Seseorang meminta akses daripada anda',
    paragraphs: [
      'Anda boleh membenarkan atau menolak permintaan ini dalam peti masuk. Jika anda tidak mengenali orang itu, tolak permintaannya.',
    ],
    action: 'Buka peti masuk',
  }),
  transferOffered: () => ({
    subject: 'Seseorang menawarkan fail atau folder kepada anda di Awan',
    title: 'Seseorang menawarkan fail atau folder kepada anda',
    paragraphs: [
      'Fail atau folder itu menjadi milik anda apabila anda menerimanya dalam peti masuk, dan dikira dalam storan anda. Jika anda tidak mengenali orang itu, tolak tawarannya.',
    ],
    action: 'Buka peti masuk',
  }),
  transferAnswered: () => ({
    subject: 'Tawaran anda di Awan telah dijawab',
    title: 'Tawaran anda telah dijawab',
    paragraphs: ['Peti masuk menunjukkan sama ada tawaran itu diterima atau ditolak.'],
    action: 'Buka peti masuk',
  }),
  labels: {
    device: 'Peranti',
    address: 'Alamat',
    time: 'Masa',
    deletion: 'Pemadaman',
    from: 'Daripada',
    item: 'Dikongsi',
    place: 'Fail atau folder',
    role: 'Peranan',
    files: 'Fail',
    more: 'Lain-lain',
  },
  roles: {
    viewer: 'Pelihat',
    contributor: 'Penyumbang',
    editor: 'Editor',
    manager: 'Pengurus',
    drop: 'Folder serahan',
  },
  unsubscribe: {
    link: 'Hentikan e-mel ini',
    question: 'Hentikan e-mel ini?',
    explanation:
      'Anda tidak akan menerima e-mel jenis ini lagi. Mesejnya kekal dalam peti masuk, dan e-mel boleh dihidupkan semula dalam tetapan.',
    button: 'Hentikan',
    done: 'Anda tidak menerima e-mel jenis ini lagi',
    afterwards: 'Anda boleh menghidupkannya semula dalam tetapan.',
  },
  footer: 'E-mel ini dihantar secara automatik oleh Awan; balasannya tidak dibaca.',
}
