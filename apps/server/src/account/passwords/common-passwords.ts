import { moreCommonWords } from './more-common-words.ts'

/**
 * Words that very many people build their password on. A password is refused when it is one of
 * them with at most a few signs around it, however its letters are dressed up.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `${moreCommonWords}
  password passwort passw pass passcode passphrase motdepasse contrasena senha parola wachtwoord
  sandi katasandi rahasia katalaluan rahsia bimil mima mimamima wodemima secret secrets secreto topsecret
  letmein welcome welcomeback welcomehome bienvenue selamatdatang changeme changeit changethis changepassword
  newpassword mypassword yourpassword thepassword nopassword password password passwordpassword
  admin administrator adminadmin root rootroot toor superuser superadmin sysadmin webmaster user username
  useruser guest guestguest default public private test testtest tester testing testuser temp temporary
  demo demodemo example sample hello hellohello hellothere helloworld goodbye login loginlogin signin logon
  access account master masterkey system server network internet computer laptop desktop windows linux
  ubuntu debian android iphone samsung google gmail facebook instagram twitter youtube tiktok whatsapp
  telegram yahoo hotmail outlook microsoft apple amazon netflix spotify github oracle cisco huawei xiaomi
  database mysql postgres postgresql mongodb redis docker kubernetes jenkins raspberry raspberrypi
  awan awanawan awandrive cloud clouddrive mycloud drive mydrive storage files backup nextcloud owncloud
  qwerty qwert qwertz azerty qwertyui qwertyuiop qwertyqwerty asdf asdfgh asdfghjk asdfghjkl asdfasdf zxcv
  zxcvbn zxcvbnm zxcvzxcv qazwsx qazwsxedc wsxedc edcrfv qweasd qweasdzxc qweqwe asdzxc asdasd zxczxc
  poiuytrewq lkjhgfdsa mnbvcxz qwerasdf abcd abcdef abcdefg abcdefgh abcdefghi abcabc abcdabcd aabbcc aaabbb
  iloveyou iloveu ilovegod ilovejesus loveyou loveme lovelove love lover lovely mylove truelove forever
  foreverlove sweetheart darling babygirl babyboy baby babe honey sweetie princess prince queen king
  sayang sayangku cinta cintaku akucintakamu bismillah alhamdulillah insyaallah assalamualaikum merdeka
  indonesia indonesiaraya malaysia malaysiaku singapore singapura jakarta bandung surabaya medan bali
  yogyakarta kualalumpur penang johor garuda garudaindonesia persib persija arema
  saranghae saranghaeyo korea seoul busan daehanminguk hanguk woaini woainiwoaini aini zhongguo china
  beijing shanghai guangzhou shenzhen taiwan taipei hongkong nihao nihaoma wangyut woshishei
  sunshine sunflower moonlight starlight rainbow butterfly flower flowers rose roses lily daisy jasmine
  cherry strawberry blueberry banana orange lemon apple pineapple chocolate cookie cookies candy cupcake
  pumpkin peanut pepper ginger sugar coffee pizza bacon cheese chicken summer winter spring autumn
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august
  september october november december
  monkey dragon tiger lion eagle falcon phoenix panther leopard jaguar wolf wolves bear teddybear panda
  bunny rabbit kitten kitty hellokitty puppy doggy dolphin shark turtle penguin unicorn dinosaur spider
  scorpion cobra python mustang stallion bulldog charlie buddy bailey maggie molly sadie lucky snoopy
  garfield pikachu pokemon naruto sasuke sakura goku dragonball onepiece luffy doraemon totoro
  superman batman spiderman ironman captain captainamerica avengers wonderwoman hulk thor joker starwars
  skywalker darthvader yoda matrix trinity morpheus startrek gandalf frodo hobbit harrypotter hogwarts
  voldemort pokemon minecraft fortnite roblox valorant counterstrike callofduty zelda mario supermario
  sonic warcraft starcraft diablo playstation xbox nintendo gamer gaming killer hunter ninja samurai
  warrior soldier sniper pirate wizard knight viking ranger rocket racer shadow ghost phantom demon devil
  angel angels heaven jesus jesuschrist christ god godisgood blessed blessing faith amen allah muhammad
  buddha krishna ganesh shiva church
  football futbol soccer baseball basketball volleyball hockey cricket tennis golf golfer rugby swimming
  liverpool chelsea arsenal manchester manunited manchesterunited mancity everton tottenham barcelona
  realmadrid juventus milan acmilan intermilan bayern dortmund ajax psv benfica porto corinthians flamengo
  palmeiras bocajuniors riverplate ronaldo messi neymar beckham jordan michaeljordan kobe lebron lakers
  yankees cowboys steelers packers eagles patriots redsox dodgers raiders rangers
  michael jessica ashley jennifer amanda nicole daniel matthew andrew joshua robert thomas anthony william
  alexander alexandra christopher jonathan benjamin samantha elizabeth stephanie victoria natasha vanessa
  veronica michelle melissa danielle patricia barbara margaret charlotte sophie olivia emma isabella
  gabriel gabriela fernando ricardo eduardo carlos alejandro francisco antonio marco giuseppe francesca
  muhammad ahmad abdullah fatimah aisyah nurul siti putri putra dewi budi agus rizky rizki wahyu eko
  ferrari porsche mercedes bmw toyota honda yamaha suzuki kawasaki ducati harley harleydavidson corvette
  camaro chevrolet chevy ford nissan subaru mazda jeep
  metallica nirvana slipknot ironmaiden acdc beatles queen eminem rihanna shakira beyonce madonna
  blackpink bts btsarmy exo twice blink kpop music guitar piano drummer rockstar rocknroll hiphop
  money dollar million millionaire rich richard business company office manager director boss
  freedom liberty america american usausa canada england london paris france germany berlin deutschland
  italia espana madrid brasil argentina mexico australia newyork losangeles chicago boston texas california
  florida hawaii tokyo japan osaka india mumbai delhi bangkok thailand vietnam hanoi philippines manila
  school student teacher college university graduate family mother father mommy daddy brother sister
  friend friends bestfriend bestfriends happy happiness smile lucky luckyone cool coolness awesome amazing
  perfect beautiful gorgeous sexy sexygirl sexyboy hotgirl goodluck goodboy goodgirl badboy badgirl
  trustno trustnoone whatever nothing something anything everything fuckyou fuckoff fuckme asshole bitch
  bullshit shit damn blahblah blah xxxxxx abc aaa zzz secure security safety firewall hacker hackme
  diamond silver golden gold platinum crystal purple yellow green blue black white orange pink`
    .split(/\s+/)
    .filter(Boolean),
)

/** Rows that fingers run along, in either direction. */
export const keyboardRuns: readonly string[] = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmikolp',
  '147258369',
  '789456123',
  '5201314',
  'a1b2c3d4e5f6g7h8i9',
  '1a2b3c4d5e6f7g8h9i',
]
