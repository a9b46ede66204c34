PRAGMA application_id=1399023735;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	client_id VARCHAR(80), 
	body JSON NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (table_id, seq), 
	CONSTRAINT uq_events_client_id UNIQUE (table_id, client_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('over-pagat',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T10:40:00.000+00:00", "rules_version": "1", "preset": "pagat", "options": {"lives": 1}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 0}');
INSERT INTO "events" VALUES('over-pagat',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T10:40:00.000+00:00", "dealer": 0, "pack": "AC 7D JD KS 7C 8C 7S QH KD TC QD TD JH TH QS KC AS 8D QC 9H KH JC AH 9S JS 7H TS 8H 9C AD 8S 9D"}');
INSERT INTO "events" VALUES('over-pagat',3,'0/c1','{"type": "action", "seq": 3, "at": "2026-11-22T10:40:01.300+00:00", "seat": 0, "action": "keep", "client_id": "c1"}');
INSERT INTO "events" VALUES('over-pagat',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T10:40:02.600+00:00", "seat": 1, "action": "7DxTD!"}');
INSERT INTO "events" VALUES('over-pagat',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T10:40:03.900+00:00", "seat": 2, "action": "KSxTC"}');
INSERT INTO "events" VALUES('over-pagat',6,'0/c4','{"type": "action", "seq": 6, "at": "2026-11-22T10:40:05.200+00:00", "seat": 0, "action": "all", "client_id": "c4"}');
INSERT INTO "events" VALUES('over-pagat',7,'0/d5','{"type": "round", "seq": 7, "at": "2026-11-22T10:40:06.500+00:00", "dealer": 1, "pack": "AH 7S 9H 7H JC QC QS 9D 8H 9S KH AS KD KS 7D TH KC JD TD 8S 7C 8D QD 8C 9C QH AD TC TS JH AC JS", "seat": 0, "client_id": "d5"}');
INSERT INTO "events" VALUES('over-pagat',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T10:40:07.800+00:00", "seat": 1, "action": "take"}');
INSERT INTO "events" VALUES('over-pagat',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T10:40:09.100+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('over-pagat',10,'0/c8','{"type": "action", "seq": 10, "at": "2026-11-22T10:40:10.400+00:00", "seat": 0, "action": "pass", "client_id": "c8"}');
INSERT INTO "events" VALUES('over-pagat',11,NULL,'{"type": "action", "seq": 11, "at": "2026-11-22T10:40:11.700+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('over-pagat',12,'0/d10','{"type": "round", "seq": 12, "at": "2026-11-22T10:40:13.000+00:00", "dealer": 2, "pack": "TH QC 8D TD 7S 7H AC JD 8S KD KH 9S JS TS QD 8C 7D KS 7C JH AD JC 8H AS 9D 9C QS QH 9H KC TC AH", "seat": 0, "client_id": "d10"}');
INSERT INTO "events" VALUES('over-pagat',13,NULL,'{"type": "action", "seq": 13, "at": "2026-11-22T10:40:14.300+00:00", "seat": 2, "action": "keep"}');
INSERT INTO "events" VALUES('over-pagat',14,'0/c12','{"type": "action", "seq": 14, "at": "2026-11-22T10:40:15.600+00:00", "seat": 0, "action": "THx9S", "client_id": "c12"}');
INSERT INTO "events" VALUES('over-pagat',15,NULL,'{"type": "action", "seq": 15, "at": "2026-11-22T10:40:16.900+00:00", "seat": 1, "action": "7HxTH"}');
INSERT INTO "events" VALUES('over-pagat',16,NULL,'{"type": "action", "seq": 16, "at": "2026-11-22T10:40:18.200+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('over-pagat',17,'0/c15','{"type": "action", "seq": 17, "at": "2026-11-22T10:40:19.500+00:00", "seat": 0, "action": "pass", "client_id": "c15"}');
INSERT INTO "events" VALUES('over-pagat',18,NULL,'{"type": "action", "seq": 18, "at": "2026-11-22T10:40:20.800+00:00", "seat": 1, "action": "THxKD"}');
INSERT INTO "events" VALUES('over-pagat',19,NULL,'{"type": "action", "seq": 19, "at": "2026-11-22T10:40:22.100+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-pagat',20,'0/c18','{"type": "action", "seq": 20, "at": "2026-11-22T10:40:23.400+00:00", "seat": 0, "action": "all", "client_id": "c18"}');
INSERT INTO "events" VALUES('over-pagat',21,NULL,'{"type": "action", "seq": 21, "at": "2026-11-22T10:40:24.700+00:00", "seat": 1, "action": "all!"}');
INSERT INTO "events" VALUES('over-pagat',22,NULL,'{"type": "action", "seq": 22, "at": "2026-11-22T10:40:26.000+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-pagat',23,'0/c21','{"type": "action", "seq": 23, "at": "2026-11-22T10:40:27.300+00:00", "seat": 0, "action": "all", "client_id": "c21"}');
INSERT INTO "events" VALUES('over-pagat',24,'0/d22','{"type": "round", "seq": 24, "at": "2026-11-22T10:40:28.600+00:00", "dealer": 0, "pack": "KD 7D 9H JH AC JD 7C JS TC KS AD QH 8D TD QD 9D 8C AH TH QS 8S 7S 9S KH KC TS 7H 8H QC AS JC 9C", "seat": 0, "client_id": "d22"}');
INSERT INTO "events" VALUES('over-pagat',25,'0/c23','{"type": "action", "seq": 25, "at": "2026-11-22T10:40:29.900+00:00", "seat": 0, "action": "take", "client_id": "c23"}');
INSERT INTO "events" VALUES('over-pagat',26,NULL,'{"type": "action", "seq": 26, "at": "2026-11-22T10:40:31.200+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('over-pagat',27,NULL,'{"type": "action", "seq": 27, "at": "2026-11-22T10:40:32.500+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('over-pagat',28,'0/c26','{"type": "action", "seq": 28, "at": "2026-11-22T10:40:33.800+00:00", "seat": 0, "action": "all", "client_id": "c26"}');
INSERT INTO "events" VALUES('over-pagat',29,NULL,'{"type": "action", "seq": 29, "at": "2026-11-22T10:40:35.100+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('over-pagat',30,'0/d28','{"type": "round", "seq": 30, "at": "2026-11-22T10:40:36.400+00:00", "dealer": 2, "pack": "JC 8C TD TC TS AD 9S 9H AS 7S JD JH 8H AH KH 9C KC 8S QS JS QH 9D 7D KD 7H QD 8D KS 7C QC TH AC", "seat": 0, "client_id": "d28"}');
INSERT INTO "events" VALUES('over-pagat',31,NULL,'{"type": "action", "seq": 31, "at": "2026-11-22T10:40:37.700+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('over-pagat',32,'0/c30','{"type": "action", "seq": 32, "at": "2026-11-22T10:40:39.000+00:00", "seat": 0, "action": "8CxTC!", "client_id": "c30"}');
INSERT INTO "events" VALUES('over-pagat',33,NULL,'{"type": "action", "seq": 33, "at": "2026-11-22T10:40:40.300+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('over-dutch',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T10:41:00.000+00:00", "rules_version": "1", "preset": "dutch", "options": {"lives": 1}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Berta", "level": "random"}, {"name": "Karl", "level": "greedy"}], "dealer": 2}');
INSERT INTO "events" VALUES('over-dutch',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T10:41:00.000+00:00", "dealer": 2, "pack": "TH AC AD QH TD 7D 8D 9S 9C AS KD QD 8H JC TC QC JD QS 7H 7S KS 7C JH 8C AH 9H KC 8S JS KH 9D TS"}');
INSERT INTO "events" VALUES('over-dutch',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T10:41:01.300+00:00", "seat": 2, "action": "keep"}');
INSERT INTO "events" VALUES('over-dutch',4,'0/c2','{"type": "action", "seq": 4, "at": "2026-11-22T10:41:02.600+00:00", "seat": 0, "action": "close", "client_id": "c2"}');
INSERT INTO "events" VALUES('over-dutch',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T10:41:03.900+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('over-dutch',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T10:41:05.200+00:00", "seat": 2, "action": "9Sx7D"}');
INSERT INTO "events" VALUES('over-dutch',7,'0/d5','{"type": "round", "seq": 7, "at": "2026-11-22T10:41:06.500+00:00", "dealer": 0, "pack": "AS QS QH JD KC AH KS 9D TC 8H JH 7S 9C TH AD JS JC 7D 8C 8S AC QD 9H 7H TD QC 9S 7C 8D KD TS KH", "seat": 0, "client_id": "d5"}');
INSERT INTO "events" VALUES('over-dutch',8,'0/c6','{"type": "action", "seq": 8, "at": "2026-11-22T10:41:07.800+00:00", "seat": 0, "action": "take", "client_id": "c6"}');
INSERT INTO "events" VALUES('over-dutch',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T10:41:09.100+00:00", "seat": 1, "action": "QHxKS"}');
INSERT INTO "events" VALUES('over-dutch',10,NULL,'{"type": "action", "seq": 10, "at": "2026-11-22T10:41:10.400+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-dutch',11,'0/c9','{"type": "action", "seq": 11, "at": "2026-11-22T10:41:11.700+00:00", "seat": 0, "action": "JHxAH", "client_id": "c9"}');
INSERT INTO "events" VALUES('over-dutch',12,'0/d10','{"type": "round", "seq": 12, "at": "2026-11-22T10:41:13.000+00:00", "dealer": 1, "pack": "8C 9D QD 9S 7S QS KS 7H AD 7C AS TD 8D TS TH 9C TC JH JC 8S KH 7D QH KC KD QC AC JD 9H AH 8H JS", "seat": 0, "client_id": "d10"}');
INSERT INTO "events" VALUES('over-dutch',13,NULL,'{"type": "action", "seq": 13, "at": "2026-11-22T10:41:14.300+00:00", "seat": 1, "action": "take"}');
INSERT INTO "events" VALUES('over-dutch',14,'0/c12','{"type": "action", "seq": 14, "at": "2026-11-22T10:41:15.600+00:00", "seat": 0, "action": "all", "client_id": "c12"}');
INSERT INTO "events" VALUES('over-dutch',15,NULL,'{"type": "action", "seq": 15, "at": "2026-11-22T10:41:16.900+00:00", "seat": 1, "action": "close"}');
INSERT INTO "events" VALUES('over-choy',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T10:42:00.000+00:00", "rules_version": "1", "preset": "choy", "options": {"rounds": 2}, "seats": [{"name": "Anna B.", "player": "id-0"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 0}');
INSERT INTO "events" VALUES('over-choy',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T10:42:00.000+00:00", "dealer": 0, "pack": "AC QS 4S 8H 6C AH 2C AS JC 9H 6S 5D 8C 5C TS KD 7S JH QH TH QD 8S 9C 4D KC 2S 9D TC JS 7C KS 7D 2D 6D 6H 7H QC 3H 4H KH 3D 9S 3S 3C 2H JD 8D 5H 4C 5S AD TD"}');
INSERT INTO "events" VALUES('over-choy',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T10:42:01.300+00:00", "seat": 1, "action": "renew"}');
INSERT INTO "events" VALUES('over-choy',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T10:42:02.600+00:00", "seat": 1, "action": "QSxQH"}');
INSERT INTO "events" VALUES('over-choy',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T10:42:03.900+00:00", "seat": 2, "action": "2CxJH"}');
INSERT INTO "events" VALUES('over-choy',6,'0/c4','{"type": "action", "seq": 6, "at": "2026-11-22T10:42:05.200+00:00", "seat": 0, "action": "all", "client_id": "c4"}');
INSERT INTO "events" VALUES('over-choy',7,NULL,'{"type": "action", "seq": 7, "at": "2026-11-22T10:42:06.500+00:00", "seat": 1, "action": "8Hx6S"}');
INSERT INTO "events" VALUES('over-choy',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T10:42:07.800+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('over-choy',9,'0/d7','{"type": "round", "seq": 9, "at": "2026-11-22T10:42:09.100+00:00", "dealer": 1, "pack": "3C 8S 5S 7H AC KC TC 7C AH 5D JH 6S 7D 9H 3D 9S KS 5H 8C TD 3H 6C 2C JS 3S QC 5C 9C KH 2H QD AD JC 4S 4H 4C 9D 2D QS 2S AS 8H 8D QH 6H 6D TH KD 7S TS 4D JD", "seat": 0, "client_id": "d7"}');
INSERT INTO "events" VALUES('over-choy',10,NULL,'{"type": "action", "seq": 10, "at": "2026-11-22T10:42:10.400+00:00", "seat": 1, "action": "AHx9S"}');
INSERT INTO "events" VALUES('over-choy',11,NULL,'{"type": "action", "seq": 11, "at": "2026-11-22T10:42:11.700+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-choy',12,'0/c10','{"type": "action", "seq": 12, "at": "2026-11-22T10:42:13.000+00:00", "seat": 0, "action": "close", "client_id": "c10"}');
INSERT INTO "events" VALUES('over-app-a9',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T10:43:00.000+00:00", "rules_version": "1", "preset": "app-a9", "options": {"lives": 1}, "seats": [{"name": "Bo", "player": "id-1"}, {"name": "Berta", "level": "random"}, {"name": "Karl", "level": "greedy"}], "dealer": 2}');
INSERT INTO "events" VALUES('over-app-a9',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T10:43:00.000+00:00", "dealer": 2, "pack": "TC QS JS 9C JD TH 9S AC AD QD 9H KS KC JH KH TS 9D AH JC KD QC AS TD QH"}');
INSERT INTO "events" VALUES('over-app-a9',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T10:43:01.300+00:00", "seat": 2, "action": "keep"}');
INSERT INTO "events" VALUES('over-app-a9',4,'0/c2','{"type": "action", "seq": 4, "at": "2026-11-22T10:43:02.600+00:00", "seat": 0, "action": "pass", "client_id": "c2"}');
INSERT INTO "events" VALUES('over-app-a9',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T10:43:03.900+00:00", "seat": 1, "action": "close"}');
INSERT INTO "events" VALUES('over-app-a9',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T10:43:05.200+00:00", "seat": 2, "action": "9SxKS"}');
INSERT INTO "events" VALUES('over-app-a9',7,'0/c5','{"type": "action", "seq": 7, "at": "2026-11-22T10:43:06.500+00:00", "seat": 0, "action": "pass", "client_id": "c5"}');
INSERT INTO "events" VALUES('over-app-a9',8,'0/d6','{"type": "round", "seq": 8, "at": "2026-11-22T10:43:07.800+00:00", "dealer": 0, "pack": "9C 9H AD AH TS KH KC QC KS AC TC QD 9S JC 9D QH JD AS JS QS JH TH KD TD", "seat": 0, "client_id": "d6"}');
INSERT INTO "events" VALUES('over-app-a9',9,'0/c7','{"type": "action", "seq": 9, "at": "2026-11-22T10:43:09.100+00:00", "seat": 0, "action": "take", "client_id": "c7"}');
INSERT INTO "events" VALUES('over-app-a9',10,NULL,'{"type": "action", "seq": 10, "at": "2026-11-22T10:43:10.400+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('over-app-a9',11,NULL,'{"type": "action", "seq": 11, "at": "2026-11-22T10:43:11.700+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('over-app-a9',12,'0/c10','{"type": "action", "seq": 12, "at": "2026-11-22T10:43:13.000+00:00", "seat": 0, "action": "all", "client_id": "c10"}');
INSERT INTO "events" VALUES('over-app-a9',13,NULL,'{"type": "action", "seq": 13, "at": "2026-11-22T10:43:14.300+00:00", "seat": 1, "action": "KCxAC"}');
INSERT INTO "events" VALUES('over-app-a9',14,NULL,'{"type": "action", "seq": 14, "at": "2026-11-22T10:43:15.600+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('over-app-a9',15,'0/c13','{"type": "action", "seq": 15, "at": "2026-11-22T10:43:16.900+00:00", "seat": 0, "action": "pass", "client_id": "c13"}');
INSERT INTO "events" VALUES('over-app-a9',16,NULL,'{"type": "action", "seq": 16, "at": "2026-11-22T10:43:18.200+00:00", "seat": 1, "action": "ACxTC"}');
INSERT INTO "events" VALUES('over-app-a9',17,NULL,'{"type": "action", "seq": 17, "at": "2026-11-22T10:43:19.500+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('over-app-a9',18,'0/c16','{"type": "action", "seq": 18, "at": "2026-11-22T10:43:20.800+00:00", "seat": 0, "action": "all", "client_id": "c16"}');
INSERT INTO "events" VALUES('over-app-a9',19,NULL,'{"type": "action", "seq": 19, "at": "2026-11-22T10:43:22.100+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('over-app-a9',20,'0/d18','{"type": "round", "seq": 20, "at": "2026-11-22T10:43:23.400+00:00", "dealer": 2, "pack": "JC 9C 9S KH JH QH QC QS TD 9D AS TH TS KC JS TC AH QD KD JD AD KS 9H AC", "seat": 0, "client_id": "d18"}');
INSERT INTO "events" VALUES('over-app-a9',21,NULL,'{"type": "action", "seq": 21, "at": "2026-11-22T10:43:24.700+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('over-app-a9',22,'0/c20','{"type": "action", "seq": 22, "at": "2026-11-22T10:43:26.000+00:00", "seat": 0, "action": "close", "client_id": "c20"}');
INSERT INTO "events" VALUES('over-app-a9',23,NULL,'{"type": "action", "seq": 23, "at": "2026-11-22T10:43:27.300+00:00", "seat": 2, "action": "QSxQH"}');
INSERT INTO "events" VALUES('over-app-a9',24,'0/d22','{"type": "round", "seq": 24, "at": "2026-11-22T10:43:28.600+00:00", "dealer": 0, "pack": "JS AD KH TC KS QD JC QH AS AC 9H 9D TS JD QC KD JH KC TH 9S QS TD 9C AH", "seat": 0, "client_id": "d22"}');
INSERT INTO "events" VALUES('over-app-a9',25,'0/c23','{"type": "action", "seq": 25, "at": "2026-11-22T10:43:29.900+00:00", "seat": 0, "action": "take", "client_id": "c23"}');
INSERT INTO "events" VALUES('over-app-a9',26,NULL,'{"type": "action", "seq": 26, "at": "2026-11-22T10:43:31.200+00:00", "seat": 2, "action": "ADxQD"}');
INSERT INTO "events" VALUES('over-app-a9',27,'0/c25','{"type": "action", "seq": 27, "at": "2026-11-22T10:43:32.500+00:00", "seat": 0, "action": "all", "client_id": "c25"}');
INSERT INTO "events" VALUES('over-app-a9',28,NULL,'{"type": "action", "seq": 28, "at": "2026-11-22T10:43:33.800+00:00", "seat": 2, "action": "pass"}');
INSERT INTO "events" VALUES('over-app-a9',29,'0/c27','{"type": "action", "seq": 29, "at": "2026-11-22T10:43:35.100+00:00", "seat": 0, "action": "pass", "client_id": "c27"}');
INSERT INTO "events" VALUES('over-app-a9',30,NULL,'{"type": "action", "seq": 30, "at": "2026-11-22T10:43:36.400+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('over-app-a9',31,'0/c29','{"type": "action", "seq": 31, "at": "2026-11-22T10:43:37.700+00:00", "seat": 0, "action": "ADx9D", "client_id": "c29"}');
INSERT INTO "events" VALUES('over-gamerules',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T10:44:00.000+00:00", "rules_version": "1", "preset": "gamerules", "options": {"lives": 1}, "seats": [{"name": "Player", "player": "id-1"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 0}');
INSERT INTO "events" VALUES('over-gamerules',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T10:44:00.000+00:00", "dealer": 0, "pack": "8S 7S KC 9S JD TD AS KH 9H 8C JH KS QH 9D AH JS QD QC TH 8D JC 9C KD TC 8H AC QS 7D 7C AD 7H TS"}');
INSERT INTO "events" VALUES('over-gamerules',3,'0/c1','{"type": "action", "seq": 3, "at": "2026-11-22T10:44:01.300+00:00", "seat": 0, "action": "keep", "client_id": "c1"}');
INSERT INTO "events" VALUES('over-gamerules',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T10:44:02.600+00:00", "seat": 1, "action": "all!"}');
INSERT INTO "events" VALUES('over-gamerules',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T10:44:03.900+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-gamerules',6,'0/c4','{"type": "action", "seq": 6, "at": "2026-11-22T10:44:05.200+00:00", "seat": 0, "action": "pass", "client_id": "c4"}');
INSERT INTO "events" VALUES('over-gamerules',7,'0/d5','{"type": "round", "seq": 7, "at": "2026-11-22T10:44:06.500+00:00", "dealer": 1, "pack": "QH 9C KD AH KS 9H TH JD 8H TS AC TD 8D AD QD 7C TC 7S 7H 8S KC JC 8C 9D JH JS QC 7D 9S KH AS QS", "seat": 0, "client_id": "d5"}');
INSERT INTO "events" VALUES('over-gamerules',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T10:44:07.800+00:00", "seat": 1, "action": "keep"}');
INSERT INTO "events" VALUES('over-gamerules',9,NULL,'{"type": "action", "seq": 9, "at": "2026-11-22T10:44:09.100+00:00", "seat": 2, "action": "all!"}');
INSERT INTO "events" VALUES('over-gamerules',10,'0/c8','{"type": "action", "seq": 10, "at": "2026-11-22T10:44:10.400+00:00", "seat": 0, "action": "all", "client_id": "c8"}');
INSERT INTO "events" VALUES('over-gamerules',11,NULL,'{"type": "action", "seq": 11, "at": "2026-11-22T10:44:11.700+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('over-gamerules',12,'0/d10','{"type": "round", "seq": 12, "at": "2026-11-22T10:44:13.000+00:00", "dealer": 2, "pack": "9C 8D AD 7D JC KC TS TC TD QH AH JS 8S QS AS QD 9H AC KS KD 8C 7H 9D JD TH 9S 8H KH JH 7S QC 7C", "seat": 0, "client_id": "d10"}');
INSERT INTO "events" VALUES('over-gamerules',13,NULL,'{"type": "action", "seq": 13, "at": "2026-11-22T10:44:14.300+00:00", "seat": 2, "action": "keep"}');
INSERT INTO "events" VALUES('over-gamerules',14,'0/c12','{"type": "action", "seq": 14, "at": "2026-11-22T10:44:15.600+00:00", "seat": 0, "action": "pass", "client_id": "c12"}');
INSERT INTO "events" VALUES('over-gamerules',15,NULL,'{"type": "action", "seq": 15, "at": "2026-11-22T10:44:16.900+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('over-gamerules',16,NULL,'{"type": "action", "seq": 16, "at": "2026-11-22T10:44:18.200+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('over-gamerules',17,'0/c15','{"type": "action", "seq": 17, "at": "2026-11-22T10:44:19.500+00:00", "seat": 0, "action": "all", "client_id": "c15"}');
INSERT INTO "events" VALUES('over-gamerules',18,NULL,'{"type": "action", "seq": 18, "at": "2026-11-22T10:44:20.800+00:00", "seat": 1, "action": "7Dx9C"}');
INSERT INTO "events" VALUES('over-gamerules',19,NULL,'{"type": "action", "seq": 19, "at": "2026-11-22T10:44:22.100+00:00", "seat": 2, "action": "all!"}');
INSERT INTO "events" VALUES('over-gamerules',20,'0/c18','{"type": "action", "seq": 20, "at": "2026-11-22T10:44:23.400+00:00", "seat": 0, "action": "TDxQH", "client_id": "c18"}');
INSERT INTO "events" VALUES('over-gamerules',21,NULL,'{"type": "action", "seq": 21, "at": "2026-11-22T10:44:24.700+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('over-gamerules',22,'0/d20','{"type": "round", "seq": 22, "at": "2026-11-22T10:44:26.000+00:00", "dealer": 1, "pack": "7H 8D AD QS AS JH 9S KS TC 9H AC 8S JS JC 7S KH KD QD AH TS KC TH 9D QC 8H QH TD 7C JD 8C 7D 9C", "seat": 0, "client_id": "d20"}');
INSERT INTO "events" VALUES('over-gamerules',23,NULL,'{"type": "action", "seq": 23, "at": "2026-11-22T10:44:27.300+00:00", "seat": 1, "action": "keep"}');
INSERT INTO "events" VALUES('over-gamerules',24,NULL,'{"type": "action", "seq": 24, "at": "2026-11-22T10:44:28.600+00:00", "seat": 2, "action": "all!"}');
INSERT INTO "events" VALUES('over-gamerules',25,NULL,'{"type": "action", "seq": 25, "at": "2026-11-22T10:44:29.900+00:00", "seat": 1, "action": "pass"}');
INSERT INTO "events" VALUES('over-gamerules',26,'0/d24','{"type": "round", "seq": 26, "at": "2026-11-22T10:44:31.200+00:00", "dealer": 2, "pack": "8C AD 9H QD KD QS JC TS KS 8D 7S 7C 7H JH JD TH 9S AS 7D 8H AC 8S 9C QH KC JS 9D TC AH TD QC KH", "seat": 0, "client_id": "d24"}');
INSERT INTO "events" VALUES('over-gamerules',27,NULL,'{"type": "action", "seq": 27, "at": "2026-11-22T10:44:32.500+00:00", "seat": 2, "action": "keep"}');
INSERT INTO "events" VALUES('over-gamerules',28,NULL,'{"type": "action", "seq": 28, "at": "2026-11-22T10:44:33.800+00:00", "seat": 1, "action": "8CxKS!"}');
INSERT INTO "events" VALUES('over-gamerules',29,NULL,'{"type": "action", "seq": 29, "at": "2026-11-22T10:44:35.100+00:00", "seat": 2, "action": "all"}');
INSERT INTO "events" VALUES('alone-running',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T10:50:00.000+00:00", "rules_version": "1", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 1}');
INSERT INTO "events" VALUES('alone-running',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T10:50:00.000+00:00", "dealer": 1, "pack": "TS 9H QH JS 9C KS 8S TC AD 8C JD AC JH 7C 9D 7H QD JC KC QS AH 8D KD QC TD KH TH AS 8H 7D 9S 7S"}');
INSERT INTO "events" VALUES('alone-running',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T10:50:01.300+00:00", "seat": 1, "action": "take"}');
INSERT INTO "events" VALUES('alone-running',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T10:50:02.600+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('alone-running',5,'0/c3','{"type": "action", "seq": 5, "at": "2026-11-22T10:50:03.900+00:00", "seat": 0, "action": "JSx8S", "client_id": "c3"}');
INSERT INTO "events" VALUES('alone-running',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T10:50:05.200+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('alone-running',7,'0/d5','{"type": "round", "seq": 7, "at": "2026-11-22T10:50:06.500+00:00", "dealer": 2, "pack": "KD KC 8S TS 9D QH 7D 8H AH 9S JS JC TH AD KH 9H JH AC 7H AS 8C TC KS 9C 8D QD QS 7S QC JD 7C TD", "seat": 0, "client_id": "d5"}');
INSERT INTO "events" VALUES('alone-running',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T10:50:07.800+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('between',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T10:51:00.000+00:00", "rules_version": "1", "preset": "pagat", "options": {"special": "none"}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Berta", "level": "random"}], "dealer": 0}');
INSERT INTO "events" VALUES('between',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T10:51:00.000+00:00", "dealer": 0, "pack": "QC AS AH 7H KC 8D KS QS AC QD QH JC 8H TC JS TD 9H 8S AD 7C KH JD 9D 7D 9C KD JH 9S TS 8C 7S TH"}');
INSERT INTO "events" VALUES('between',3,'0/c1','{"type": "action", "seq": 3, "at": "2026-11-22T10:51:01.300+00:00", "seat": 0, "action": "take", "client_id": "c1"}');
INSERT INTO "events" VALUES('between',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T10:51:02.600+00:00", "seat": 1, "action": "close"}');
INSERT INTO "events" VALUES('between',5,'0/c3','{"type": "action", "seq": 5, "at": "2026-11-22T10:51:03.900+00:00", "seat": 0, "action": "QSx7H", "client_id": "c3"}');
INSERT INTO "events" VALUES('bot-to-act',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T10:52:00.000+00:00", "rules_version": "1", "preset": "choy", "seats": [{"name": "Bo", "player": "id-1"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}, {"name": "Emma", "level": "greedy"}], "dealer": 3}');
INSERT INTO "events" VALUES('bot-to-act',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T10:52:00.000+00:00", "dealer": 3, "pack": "2S 7S TS 9S KH 4H TH 5C 8D 3D 8C TC JC TD 2H QC AC 6C 9H QH AS 3C KD QD 6H 9C 8H 6S 5D 6D 7C 2C 5S JS 5H 4D QS 3S KC 7D 7H KS 4S 4C 2D AH JH 9D 8S AD 3H JD"}');
INSERT INTO "events" VALUES('bot-to-act',3,'0/c1','{"type": "action", "seq": 3, "at": "2026-11-22T10:52:01.300+00:00", "seat": 0, "action": "renew", "client_id": "c1"}');
INSERT INTO "events" VALUES('bot-to-act',4,'0/c2','{"type": "action", "seq": 4, "at": "2026-11-22T10:52:02.600+00:00", "seat": 0, "action": "2SxAS", "client_id": "c2"}');
INSERT INTO "events" VALUES('bot-to-act',5,NULL,'{"type": "action", "seq": 5, "at": "2026-11-22T10:52:03.900+00:00", "seat": 1, "action": "close"}');
INSERT INTO "events" VALUES('bot-to-act',6,'0/d4','{"type": "round", "seq": 6, "at": "2026-11-22T10:52:05.200+00:00", "dealer": 0, "pack": "QD 7C 6S 8S TS AH 8H 3S 5C KC KD 5S 9H 9S 2D 7H JH 2C JD 3C 3D 4S TD AC QC 6C 6D QH 4D 5D JC TH 5H 8D 6H 8C 9C 7S TC 7D 2H KS 2S KH 4C 3H 9D 4H QS JS AD AS", "seat": 0, "client_id": "d4"}');
INSERT INTO "events" VALUES('bot-to-act',7,NULL,'{"type": "action", "seq": 7, "at": "2026-11-22T10:52:06.500+00:00", "seat": 2, "action": "8Hx3C"}');
INSERT INTO "events" VALUES('bot-to-act',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T10:52:07.800+00:00", "seat": 3, "action": "close"}');
INSERT INTO "events" VALUES('bot-to-act',9,'0/d7','{"type": "round", "seq": 9, "at": "2026-11-22T10:52:09.100+00:00", "dealer": 1, "pack": "8C TH AC 4C JS 2H 6S QS 7D 6D 3C QD 9S 6C 8H 3H 7C 2C TC 7H 4D AS 5H 3S KS 5D 9D 3D AH 9C JH AD JD 2D KD 9H TD 4H KC 8S TS 8D QC QH 5S 6H KH JC 5C 4S 2S 7S", "seat": 0, "client_id": "d7"}');
INSERT INTO "events" VALUES('bot-to-act',10,NULL,'{"type": "action", "seq": 10, "at": "2026-11-22T10:52:10.400+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('bot-to-act',11,'0/d9','{"type": "round", "seq": 11, "at": "2026-11-22T10:52:11.700+00:00", "dealer": 2, "pack": "7H QH 3H 4H 6S 2D 3C 9H 6C JS KD 8D 8H 4C KH TH 4S JD 2C 7C KC 2H QC 5S 2S 7D 6D AD KS 9S 8C JH 9C 6H 5D AH 3S AS 5C 7S TD 3D 4D QS TC AC TS 9D QD JC 5H 8S", "seat": 0, "client_id": "d9"}');
INSERT INTO "events" VALUES('of-other-rules',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T10:50:00.000+00:00", "rules_version": "0", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 1}');
INSERT INTO "events" VALUES('of-other-rules',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T10:50:00.000+00:00", "dealer": 1, "pack": "TS 9H QH JS 9C KS 8S TC AD 8C JD AC JH 7C 9D 7H QD JC KC QS AH 8D KD QC TD KH TH AS 8H 7D 9S 7S"}');
INSERT INTO "events" VALUES('of-other-rules',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T10:50:01.300+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('of-other-rules',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T10:50:02.600+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('of-other-rules',5,'0/c3','{"type": "action", "seq": 5, "at": "2026-11-22T10:50:03.900+00:00", "seat": 0, "action": "JSx8S", "client_id": "c3"}');
INSERT INTO "events" VALUES('of-other-rules',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T10:50:05.200+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('of-other-rules',7,'0/d5','{"type": "round", "seq": 7, "at": "2026-11-22T10:50:06.500+00:00", "dealer": 2, "pack": "KD KC 8S TS 9D QH 7D 8H AH 9S JS JC TH AD KH 9H JH AC 7H AS 8C TC KS 9C 8D QD QS 7S QC JD 7C TD", "seat": 0, "client_id": "d5"}');
INSERT INTO "events" VALUES('of-other-rules',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T10:50:07.800+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('damaged',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T10:50:00.000+00:00", "rules_version": "1", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 1}');
INSERT INTO "events" VALUES('damaged',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T10:50:00.000+00:00", "dealer": 1, "pack": "TS 9H QH JS 9C KS 8S TC AD 8C JD AC JH 7C 9D 7H QD JC KC QS AH 8D KD QC TD KH TH AS 8H 7D 9S 7S"}');
INSERT INTO "events" VALUES('damaged',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T10:50:01.300+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('damaged',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T10:50:02.600+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('damaged',5,'0/c3','{"type": "action", "seq": 5, "at": "2026-11-22T10:50:03.900+00:00", "seat": 0, "action": "JSx8S", "client_id": "c3"}');
INSERT INTO "events" VALUES('damaged',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T10:50:05.200+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('damaged',7,'0/d5','{"type": "round", "seq": 7, "at": "2026-11-22T10:50:06.500+00:00", "dealer": 2, "pack": "KD KC 8S TS 9D QH 7D 8H AH 9S JS JC TH AD KH 9H JH AC 7H AS 8C TC KS 9C 8D QD QS 7S QC JD 7C TD", "seat": 0, "client_id": "d5"}');
INSERT INTO "events" VALUES('damaged',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T10:50:07.800+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('closed',1,NULL,'{"type": "created", "seq": 1, "at": "2026-11-22T10:50:00.000+00:00", "rules_version": "0", "preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "player": "id-0"}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 1}');
INSERT INTO "events" VALUES('closed',2,NULL,'{"type": "round", "seq": 2, "at": "2026-11-22T10:50:00.000+00:00", "dealer": 1, "pack": "TS 9H QH JS 9C KS 8S TC AD 8C JD AC JH 7C 9D 7H QD JC KC QS AH 8D KD QC TD KH TH AS 8H 7D 9S 7S"}');
INSERT INTO "events" VALUES('closed',3,NULL,'{"type": "action", "seq": 3, "at": "2026-11-22T10:50:01.300+00:00", "seat": 1, "action": "take"}');
INSERT INTO "events" VALUES('closed',4,NULL,'{"type": "action", "seq": 4, "at": "2026-11-22T10:50:02.600+00:00", "seat": 2, "action": "close"}');
INSERT INTO "events" VALUES('closed',5,'0/c3','{"type": "action", "seq": 5, "at": "2026-11-22T10:50:03.900+00:00", "seat": 0, "action": "JSx8S", "client_id": "c3"}');
INSERT INTO "events" VALUES('closed',6,NULL,'{"type": "action", "seq": 6, "at": "2026-11-22T10:50:05.200+00:00", "seat": 1, "action": "all"}');
INSERT INTO "events" VALUES('closed',7,'0/d5','{"type": "round", "seq": 7, "at": "2026-11-22T10:50:06.500+00:00", "dealer": 2, "pack": "KD KC 8S TS 9D QH 7D 8H AH 9S JS JC TH AD KH 9H JH AC 7H AS 8C TC KS 9C 8D QD QS 7S QC JD 7C TD", "seat": 0, "client_id": "d5"}');
INSERT INTO "events" VALUES('closed',8,NULL,'{"type": "action", "seq": 8, "at": "2026-11-22T10:50:07.800+00:00", "seat": 2, "action": "take"}');
INSERT INTO "events" VALUES('closed',9,NULL,'{"type": "closed", "seq": 9, "at": "2026-11-22T20:00:00.000+00:00", "notice": "this table was played by other rules and cannot go on; its record is kept"}');
CREATE TABLE facts (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	body TEXT, 
	CONSTRAINT pk_facts PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "facts" VALUES('over-pagat',0,33,1,'{"last_at":"2026-11-22T10:40:40.300+00:00","match":{"preset":"pagat","options":{"lives":1},"hand_size":3,"scoring":"lives","players":3,"seat":0,"over":true,"won":true,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":true,"leader":false,"end":"close","ended":false,"length":3,"turns":1,"hand":"KS QD 7D","value":17,"suit":"D","best":false,"lost":true,"lives_lost":1,"lives":0,"swimming":false,"out":false,"points":null,"closed":null},{"number":2,"players":3,"dealer":false,"leader":false,"end":"close","ended":false,"length":3,"turns":1,"hand":"QC JC 7H","value":20,"suit":"C","best":true,"lost":false,"lives_lost":0,"lives":0,"swimming":true,"out":false,"points":null,"closed":null},{"number":3,"players":3,"dealer":false,"leader":true,"end":"close","ended":false,"length":10,"turns":4,"hand":"KH TH 7H","value":27,"suit":"H","best":true,"lost":false,"lives_lost":0,"lives":0,"swimming":true,"out":false,"points":null,"closed":null},{"number":4,"players":3,"dealer":true,"leader":false,"end":"close","ended":false,"length":4,"turns":1,"hand":"9H KD 7D","value":17,"suit":"D","best":true,"lost":false,"lives_lost":0,"lives":0,"swimming":true,"out":false,"points":null,"closed":null},{"number":5,"players":2,"dealer":false,"leader":true,"end":"close","ended":true,"length":2,"turns":1,"hand":"JC TC TD","value":20,"suit":"C","best":true,"lost":false,"lives_lost":0,"lives":0,"swimming":true,"out":false,"points":null,"closed":1}]}}');
INSERT INTO "facts" VALUES('over-dutch',0,15,1,'{"last_at":"2026-11-22T10:41:16.900+00:00","match":{"preset":"dutch","options":{"lives":1},"hand_size":3,"scoring":"lives","players":3,"seat":0,"over":true,"won":true,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":false,"leader":true,"end":"close","ended":false,"length":3,"turns":1,"hand":"AC TH AD","value":11,"suit":"C","best":false,"lost":true,"lives_lost":1,"lives":0,"swimming":false,"out":false,"points":null,"closed":1},{"number":2,"players":3,"dealer":true,"leader":false,"end":"31","ended":false,"length":3,"turns":1,"hand":"7S AH 8H","value":19,"suit":"H","best":false,"lost":false,"lives_lost":0,"lives":0,"swimming":true,"out":false,"points":null,"closed":null},{"number":3,"players":2,"dealer":false,"leader":true,"end":"close","ended":true,"length":2,"turns":1,"hand":"QS 9S 7S","value":26,"suit":"S","best":true,"lost":false,"lives_lost":0,"lives":0,"swimming":true,"out":false,"points":null,"closed":null}]}}');
INSERT INTO "facts" VALUES('over-choy',0,12,1,'{"last_at":"2026-11-22T10:42:13.000+00:00","match":{"preset":"choy","options":{"rounds":2},"hand_size":4,"scoring":"points","players":3,"seat":0,"over":true,"won":true,"shared":false,"total":34,"rounds":[{"number":1,"players":3,"dealer":true,"leader":false,"end":"close","ended":false,"length":5,"turns":1,"hand":"2C QS 7S TH","value":17,"suit":"S","best":false,"lost":true,"lives_lost":null,"lives":null,"swimming":false,"out":false,"points":-4,"closed":null},{"number":2,"players":3,"dealer":false,"leader":false,"end":"close","ended":true,"length":3,"turns":1,"hand":"AC KC TC 7C","value":38,"suit":"C","best":true,"lost":false,"lives_lost":null,"lives":null,"swimming":false,"out":false,"points":38,"closed":1}]}}');
INSERT INTO "facts" VALUES('alone-running',0,8,1,'{"last_at":"2026-11-22T10:50:07.800+00:00","match":{"preset":"app-a7","options":{"lives":1,"special":"none"},"hand_size":3,"scoring":"lives","players":3,"seat":0,"over":false,"won":false,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":false,"leader":false,"end":"close","ended":false,"length":3,"turns":1,"hand":"9C KS 8S","value":18,"suit":"S","best":false,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":null}]}}');
INSERT INTO "facts" VALUES('closed',0,9,1,'{"last_at":"2026-11-22T10:50:07.800+00:00","match":{"preset":"app-a7","options":{"lives":1,"special":"none"},"hand_size":3,"scoring":"lives","players":3,"seat":0,"over":false,"won":false,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":false,"leader":false,"end":"close","ended":false,"length":3,"turns":1,"hand":"9C KS 8S","value":18,"suit":"S","best":false,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":null}]}}');
INSERT INTO "facts" VALUES('damaged',0,8,1,'{"last_at":"2026-11-22T10:50:07.800+00:00","match":{"preset":"app-a7","options":{"lives":1,"special":"none"},"hand_size":3,"scoring":"lives","players":3,"seat":0,"over":false,"won":false,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":false,"leader":false,"end":"close","ended":false,"length":3,"turns":1,"hand":"9C KS 8S","value":18,"suit":"S","best":false,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":null}]}}');
INSERT INTO "facts" VALUES('of-other-rules',0,8,1,'{"last_at":"2026-11-22T10:50:07.800+00:00","match":{"preset":"app-a7","options":{"lives":1,"special":"none"},"hand_size":3,"scoring":"lives","players":3,"seat":0,"over":false,"won":false,"shared":false,"total":null,"rounds":[{"number":1,"players":3,"dealer":false,"leader":false,"end":"close","ended":false,"length":3,"turns":1,"hand":"9C KS 8S","value":18,"suit":"S","best":false,"lost":false,"lives_lost":0,"lives":1,"swimming":false,"out":false,"points":null,"closed":null}]}}');
INSERT INTO "facts" VALUES('between',0,5,1,'{"last_at":"2026-11-22T10:51:03.900+00:00","match":{"preset":"pagat","options":{"special":"none"},"hand_size":3,"scoring":"lives","players":2,"seat":0,"over":false,"won":false,"shared":false,"total":null,"rounds":[{"number":1,"players":2,"dealer":true,"leader":false,"end":"close","ended":false,"length":2,"turns":1,"hand":"AC KS 7H","value":11,"suit":"C","best":true,"lost":false,"lives_lost":0,"lives":3,"swimming":false,"out":false,"points":null,"closed":null}]}}');
CREATE TABLE seats (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('over-pagat',0,'id-0');
INSERT INTO "seats" VALUES('over-dutch',0,'id-0');
INSERT INTO "seats" VALUES('over-choy',0,'id-0');
INSERT INTO "seats" VALUES('over-app-a9',0,'id-1');
INSERT INTO "seats" VALUES('over-gamerules',0,'id-1');
INSERT INTO "seats" VALUES('alone-running',0,'id-0');
INSERT INTO "seats" VALUES('between',0,'id-0');
INSERT INTO "seats" VALUES('bot-to-act',0,'id-1');
INSERT INTO "seats" VALUES('of-other-rules',0,'id-0');
INSERT INTO "seats" VALUES('damaged',0,'id-0');
INSERT INTO "seats" VALUES('closed',0,'id-0');
CREATE TABLE settings (
	name VARCHAR(32) NOT NULL, 
	value VARCHAR(256) NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "settings" VALUES('secret','5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c');
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	created VARCHAR(32) NOT NULL, 
	summary JSON NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('over-pagat','2026-11-22T10:40:00.000+00:00','{"preset": "pagat", "options": {"lives": 1}, "seats": [{"name": "Anna", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "over": true, "closed": false, "round": 5}');
INSERT INTO "tables" VALUES('over-dutch','2026-11-22T10:41:00.000+00:00','{"preset": "dutch", "options": {"lives": 1}, "seats": [{"name": "Anna", "level": null}, {"name": "Berta", "level": "random"}, {"name": "Karl", "level": "greedy"}], "over": true, "closed": false, "round": 3}');
INSERT INTO "tables" VALUES('over-choy','2026-11-22T10:42:00.000+00:00','{"preset": "choy", "options": {"rounds": 2}, "seats": [{"name": "Anna B.", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "over": true, "closed": false, "round": 2}');
INSERT INTO "tables" VALUES('over-app-a9','2026-11-22T10:43:00.000+00:00','{"preset": "app-a9", "options": {"lives": 1}, "seats": [{"name": "Bo", "level": null}, {"name": "Berta", "level": "random"}, {"name": "Karl", "level": "greedy"}], "over": true, "closed": false, "round": 4}');
INSERT INTO "tables" VALUES('over-gamerules','2026-11-22T10:44:00.000+00:00','{"preset": "gamerules", "options": {"lives": 1}, "seats": [{"name": "Player", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "over": true, "closed": false, "round": 5}');
INSERT INTO "tables" VALUES('alone-running','2026-11-22T10:50:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "over": false, "closed": false, "round": 2}');
INSERT INTO "tables" VALUES('between','2026-11-22T10:51:00.000+00:00','{"preset": "pagat", "options": {"special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Berta", "level": "random"}], "over": false, "closed": false, "round": 1}');
INSERT INTO "tables" VALUES('bot-to-act','2026-11-22T10:52:00.000+00:00','{"preset": "choy", "options": {}, "seats": [{"name": "Bo", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}, {"name": "Emma", "level": "greedy"}], "over": false, "closed": false, "round": 4}');
INSERT INTO "tables" VALUES('of-other-rules','2026-11-22T10:50:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "over": false, "closed": false, "round": 2}');
INSERT INTO "tables" VALUES('damaged','2026-11-22T10:50:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "over": false, "closed": false, "round": 2}');
INSERT INTO "tables" VALUES('closed','2026-11-22T10:50:00.000+00:00','{"preset": "app-a7", "options": {"lives": 1, "special": "none"}, "seats": [{"name": "Anna", "level": null}, {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "over": false, "closed": true, "round": 2}');
CREATE INDEX ix_seats_player_id ON seats (player_id);
COMMIT;
