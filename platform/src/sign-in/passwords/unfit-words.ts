/**
 * Words of the EFF's long word list that suggested passphrases leave out, because children read them: insults, and words about
 * sexuality, illness, drugs, violence, politics and religion. The list: https://www.eff.org/files/2016/07/18/eff_large_wordlist.txt
 */
export const unfitWords: ReadonlySet<string> = new Set(
  `
  abnormal abreast absinthe afflicted agnostic aids amaretto amniotic anemia anemic aneurism apache apostle armed armless
  arousal arson aspirin autism autistic backside backstab badass barmaid barstool battered battering bazooka blaspheme blasphemy
  bloomers bodacious boned bonehead bootie bootleg boozy bottom breeder breeding brewery brewing browbeat brownnose bruising
  brutishly buckshot bucktooth buddhism buddhist bullfight bullwhip bully bust camisole cannabis captive captivity caress
  carnage cartel casino casket casualty cataract catatonic catcall catfight cathouse caucasian caucus celibacy celibate cesarean
  cesspool chaste chastise chastity chemo childless chokehold choking chubby clubbed clubbing coerce coke colonize coma commode
  coronary coroner corset crazed creed creole cruelly cruelness cruelty crusader curvy cussed darwinism deafness dealer deceased
  defile defiling degraded degrading deity delirium delusion demeaning demise democrat deport depraved depravity depress
  deranged desecrate despair despise detonate detonator detoxify deviancy deviant diabetes diabetic diabolic diaper diaphragm
  dictator dilation dingbat disabled discharge disfigure disorder ditzy divinity divorcee dork douche dreadlock drown duress
  dweeb dyslexia dyslexic egomaniac elitism embolism engorge enslave enticing entomb epidemic epidural epilepsy epileptic eskimo
  estrogen ethanol ether excretion excretory exhume exorcism exorcist expectant expletive exploit expose exposure extortion
  fanatic fascism feeble feminism feminist feminize fetal filth flaccid fleshy flirt flogging fondling footsie freebase
  freemason frigidity frigidly frisk gag gallows gallstone gambling gangrene gender gentile geriatric gestate gestation gigolo
  girdle glaucoma glutton gonad gore gory gout groin groom grope guzzler gyration handcuff handgun hangover hardcore hardness
  hash hate hatred hazing headscarf hefty hemlock humiliate humped hunchback hunk ibuprofen ideology idiocy illicitly imbecile
  immodest immorally immunize impaired impale impeach implant impotence impotency impotent impure impurity islamic islamist
  jaundice jockstrap junkie keg kissable kisser kissing knickers landmine latrine laxative licking limping limpness liqueur lisp
  lubricant lubricate lunacy luridness lustfully lustily lustiness lusty maimed malformed mammary mammogram mangle manhandle
  manhole manhood manhunt manifesto mannish marxism massager maternity mating moaner moaning moistness mongrel monogamy mooned
  moonshine morbidity morbidly morphine mortality mortally mortician mortuary mumps mutilated mutilator nappy naturist neglector
  negligee neurosis neurotic neuter nicotine nutcase oaf obituary occultist ogle onslaught opium oppressed oppressor outcast
  outhouse ovary overeater overkill pagan pampers pandemic pantyhose paralyses paralysis paralyze paternity pauper pelvis
  pentagram perish persecute petticoat phobia poison pope portly powwow pox preacher predator pregame pregnancy pregnant
  prenatal preteen probing procreate procurer profane profanity prowler prozac prude prudishly pummel punisher pureblood
  purgatory purge purging puritan pusher racism ramrod ravage ravishing reburial rectal regime rehab relapse relapsing repent
  reproduce revolver rifling ritalin roulette rubbing rubdown sacrament sagging saggy saloon salvation savage savior scalping
  schnapps scotch scrawny secular sedate sedation sedative seduce seducing sensually sensuous sermon sherry showgirl shrapnel
  sinless sinner skeletal skimpily skinhead skinning skinny skintight slain slapping slashed slashing slit smokeless smoking
  smother snort snuff spew spinster spiritism squirt starved starving sterile sterility sterilize stiffen stiffness stimulant
  stimulate stout straddle stranger strangle stupor sufferer suffocate sultry supremacy surrogate swinger syndrome taunt tavern
  thigh thinness thong thrash threaten throbbing tribesman trimester trump tubby turban twerp udder umbilical unbutton unclad
  unclothed uncut underage underfed underfeed underwear underwire undress ungodly unholy unisexual unlovable unloved unlovely
  unnatural unrobed unviable unwanted unwed unwelcome unwilling unwomanly unworthy unzip upchuck uprising urologist urology
  valium vaporizer vaseline vineyard violate violation violator vixen whacking wimp womanhood womanless womanly womb wound
  yanking yiddish
`
    .trim()
    .split(/\s+/),
)
