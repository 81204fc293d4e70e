/** More of the same kind: what lists of breached passwords are full of, names of people first. */
export const moreCommonWords = `aaron abdul abigail academy action adam adidas aditya adrian adriana adventure africa agung
  ahmed aiman airforce airplane aisha akusayangkamu albert alberto alejandra alex alexa alexis
  alfred alice alicia alien aliens allison alpha alphabet alvin always alyssa amalia amber amelia
  amigo amigos aminah amor amore amsterdam anaconda anaksholeh andi andika andre andrea andreas
  andres andri andy angela angelica angelina angga anggi anhyeuem animal animals anime anita anna
  annie annyeong anonymous apollo aquarius archangel archer ariana arief ariel arif arizona army
  arrow arthur arya asasas asdfjkl asdqwe atlanta atlantis aurora austin avatar babydoll babygurl
  badass badminton bagas bagus bahagia balloon bambang bamboo bandit baobao baobei basket battle
  battlefield bayu beach beast beatrice believe bella benny bernard bianca bicycle bidadari
  bigboss bigboy bigdaddy bigdog billy bintang birthday biscuit blackberry blackcat blackie
  blackjack blackrose blade blaze blazer blizzard blossom bluebird bluemoon bluesky bobby bond
  bondjames bonnie booboo boomer bowling boxing bradley brandon brandy bravo brazil brenda brian
  brianna britney brittany broken brooklyn brownie bruce bruno bryan bubba bubble bubblegum
  bubbles buffalo bullet bumblebee bunga buster butter buttercup butterflies cactus cadillac
  calvin camel camera cameron camila cancer candyman cantik capricorn caramel cardinal carla carlo
  carmen carnival carol carolina caroline cartoon casper cassandra castle catherine cecilia celtic
  champ champion champions chance chandra change charger charlene charles cheater cheerleader
  cheetah chemistry chen cheng cherokee cherries cheryl chester children chingu chivas chloe chris
  christian christina christine christmas cinderella cindy cinnamon cintasejati citra claire clara
  claudia clover cocacola coconut coldplay colorado computers connor control cooper copper coral
  corazon cosmos cougar country courage courtney cowboy coyote craig crazy creative cristian
  cristina cristo cupid cutiepie cyber cyclone cynthia dakota dallas dance dancer dancing danger
  dangerous danny darkangel darkness david death deathnote debbie deborah defender delta demons
  denise dennis derek destiny detroit diamonds diana diane diego digital dimas discovery disney
  disneyland doctor dolphins dominic donald donkey donna dorothy double douglas dragonfly dragons
  dream dreamer dreams driver dustin dylan dynamite earth eclipse eddie edgar edward edwin
  einstein elaine eleanor electric element elena elephant ellen elvis email emerald emily emperor
  empire energy engineer enrique enter enterprise eric erica erik esther eternal eternity eugene
  evangelion evelyn extreme fadhil fahmi fairy faisal fajar falcons fantasy farah farhan fashion
  fatima fauzan fauzi felicia felix fender feng fernanda fighter final finalfantasy fiona fire
  fireball firefly firefox fireman fishing fitri flamingo flash florence fluffy forest forgot
  formula fortune frances francis frank franklin freak fred frederick free freebird friendly
  friendship friendster froggy fucker fucking funny future gabriella galaxy games gangster ganteng
  garden gateway gemini general genesis genius george georgia gerald giants gibson gilang giovanni
  giraffe gladiator glitter gloria godfather godzilla goldfish goodday goodlife goodmorning gordon
  gothic grace gravity greatest greenday gregory guardian guitarist gunawan gundam gustavo hafiz
  hahaha hakim halloween hammer hamster handsome hannah haohao happyday hardcore harmony harold
  harry hasan hassan hawaiian heart heartbreak hearts heather hector helen helena helicopter
  hellfire hendra henry hercules herman hershey hidayat history hitman holiday holland hollister
  hollywood homer homework horizon horses hotdog hotrod hotstuff houston howard huang hummer
  hunting hurricane hussein ibrahim icecream iceman ihateyou ikhsan ilham iloveher ilovehim
  iloveme ilovemom immortal imperial indah indian indiana indra inferno infinity innocent inside
  install intan integra inter ireland irene irfan irish irwan isaac isabel iskandar island ismail
  italian ivan jack jackass jackie jackpot jackson jacob jacqueline jake jamaica jamal james jamie
  jane janet jared jason jasper javier jeffrey jellybean jenny jeremiah jeremy jerome jerry
  jerusalem jesse jessie jester jewel jiang jihoon jimin jimmy jisoo jiwon joanna joel johan john
  johnny johnson jojo joko jorge jose joseph josephine journey joyce juan judith julia julian
  juliana julie juliet julio julius jumper jungkook jungle junior jupiter justice justin
  justinbieber kaixin kang kangaroo karate karen karina karma kartika kate katherine kathleen
  kathryn katie katrina kayla keith kekasih kelly keluarga keluargaku kelvin kenneth kevin
  keyboard killers kimberly kingdom kingkong kisses kissme kittycat knights kristen kristina
  kucing kurniawan kyle laogong laopo larry laura lauren lawrence leader legend legolas leonard
  leonardo leslie lestari letsgo lewis liam liang life lightning linda lindsay lindsey ling
  linkinpark lions lisa liwei lizard logan lollipop lonely lonewolf longhorn lorenzo loser louis
  louise lovebug loveless lovelife loverboy lovers loving lowrider lucas lucia lucifer luckydog
  lucy luis luna lupalagi lydia machine madison madman mafia magic magnolia mahalkita mahendra
  malaikat mango marathon marcel marcos marcus maria mariana marie marina marine marines marissa
  mark marlboro martha martin martina marvin mary maryam mason matahari matkhau maulana maurice
  maverick maxwell maya megan melanie melati melinda melody mercury merlin mermaid metal miami
  midnight miguel mike ming minho minion minji minjun minsu miracle miranda mission missyou
  mitchell mobile mohamed mohammad mohammed monica monique monster monsters montana moonbeam
  morgan morning motherfucker motocross motorola mountain mouse movie muffin murphy mushroom
  musical mustafa mutiara mybaby myfamily mylife myname myself myspace mystery mystic nabila nadia
  nancy naomi nascar natalia natalie nathan nathaniel nature nebraska nelson newlife nicholas nick
  nicolas nightmare nikita nina noah nobody nokia notebook novita nugraha nugroho number numberone
  ocean oklahoma oliver omar omega onelove online onlyme open oppa oregon orlando oscar outlaw
  owen oxford pablo pacific pakistan pamela pancake panthers paradise passion passport passwd
  patrick patriot paul paula peace peaches peanuts pedro pegasus pelangi peng penguins pengyou
  people persebaya personal peter philip phillip photo picture pinkfloyd pirates pitbull planet
  playboy player players please poison poker police poohbear pookie popcorn power pratama precious
  predator pretty princesa printer priya problem promise prophet puppies purnama pussy pussycat
  pyramid qwaszx qweqweqwe qwer rachel racing radio radiohead rafael rahma rahman rahmat rahmawati
  rainbows ramadhan rammstein random randy rangga ratna raven ravens raymond rebecca rebel redrose
  redskins redwings reggae regina remember renata renegade revolution ricky rina rindu roberto
  robin rocker rockets rocky rockyou rodrigo roger roland roman romance romeo ronald rosa rosebud
  rosemary ruben ruby rumahku runescape runner russell russia ruth ryan sabrina sahabat sailing
  sailormoon saints sally salma salsabila samuel sandra sandy santi santiago santoso sapphire sara
  sarah sarang saranghanda satan saturn savage savannah scarface science scooby scoobydoo scooter
  scorpio scotland scott sean seattle sebastian secured selamanya selena semangat semoga sempurna
  serena sergio service setia setiawan seven sexylady sexymama shadows shannon sharks sharon shawn
  sheila shelby sherlock shirley shopping shotgun sierra silence silvia simon simple simpsons
  single skate skateboard skater skipper skyline slayer sleeping smallville smiles smiley smokey
  snake snickers snowball snowboard snowflake snowman sofia softball software sonia sophia
  southpark southside space spanish sparkle sparky sparrow spartan special speed speedy spirit
  spitfire spongebob sports squirrel standard stanley starbucks stargate stars stealth stella
  stephen steve steven stone storm stranger strawberries strong stuart studio stupid success
  sukses sunlight sunny sunrise sunset super superboy supergirl supernova superstar support
  supreme surfer surfing survivor surya susan susanti susanto sweden sweet sweetness sweetpea
  swimmer sword swordfish sylvia taehyung taekwondo tamara tang tania tanya target tattoo taufik
  taurus taylor teamo technology teddy teguh tekken telephone television temppass tequila teresa
  terminator terry terserah thankyou thebeatles thebest theking theman theodore theone theresa
  therock thunder tianshi tiara tiffany tigers tigger time timothy tina tinkerbell titanic
  together tomato tommy tomorrow tony tornado toronto toshiba tracy training travel travis
  treasure trevor trigger tristan triumph trojans trouble trumpet truth tsunami tucker turbo
  turkey turtles tweety twilight twister tyler ultimate umbrella undertaker unicorns united
  universe unknown valentina valentine valerie vampire vampires vanilla vegeta venom victor
  victory vikings vincent violet viper virgin virginia vision vivian volcano volcom walter wang
  wangwei warlock warriors washington water watermelon wedding wendy wesley westlife westside
  whatsup wicked widodo wijaya wildcat wildcats wilson winner winners wisdom woaiwojia wolfgang
  wolfpack wolverine wonderful wonderland working world wrestling wulan wulandari xavier xiaolong
  xiaoming xiaoxiao xihuan xingfu yang yangyang yankee yasmin yesterday yolanda yongyuan yourmom
  yuliana yunita yusuf yvonne zachary zahra zainab zaqwsx zaqxsw zeppelin zhang zhangwei zhao
  zheng zhong zhongguoren zhou zombie`
