#ifndef SCRIM_CLINUX_H
#define SCRIM_CLINUX_H
#endif
