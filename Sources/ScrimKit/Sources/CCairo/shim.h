#ifndef SCRIM_CCAIRO_H
#define SCRIM_CCAIRO_H
#include <cairo.h>
#include <cairo-ft.h>
#include <cairo-pdf.h>
#include FT_TRUETYPE_TABLES_H
#include FT_COLOR_H
#endif
